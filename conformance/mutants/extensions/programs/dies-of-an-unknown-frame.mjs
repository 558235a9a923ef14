import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    unknown(frame) {
      throw new Error(`unknown type ${frame.type}`);
    }
  },
);
