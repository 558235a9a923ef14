import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    toolResult(frame) {
      this.write(frame);
      this.write(frame);
    }
  },
);
