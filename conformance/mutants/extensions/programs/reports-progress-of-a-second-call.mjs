import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    toolCall(frame) {
      if (this.called) this.hostCapabilities = ["tool_progress"];
      this.called = true;
      return super.toolCall(frame);
    }
  },
);
