import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    intercept(frame) {
      if (frame.event !== "tool_call") super.intercept(frame);
    }
  },
);
