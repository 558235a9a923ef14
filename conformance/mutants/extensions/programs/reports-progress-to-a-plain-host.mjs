import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    toolCall(frame) {
      this.hostCapabilities = ["tool_progress"];
      return super.toolCall(frame);
    }
  },
);
