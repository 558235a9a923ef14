import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    intercept(frame) {
      if (frame.event !== "assistant_message") super.intercept(frame);
    }
  },
);
