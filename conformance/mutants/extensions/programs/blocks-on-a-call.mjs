import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    toolCall() {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }
  },
);
