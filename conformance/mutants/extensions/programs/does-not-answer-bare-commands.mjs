import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    command(frame) {
      if (frame.args !== undefined) super.command(frame);
    }
  },
);
