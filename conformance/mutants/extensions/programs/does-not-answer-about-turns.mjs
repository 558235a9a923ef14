import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    intercept(frame) {
      if (frame.event !== "turn_start") super.intercept(frame);
    }
  },
);
