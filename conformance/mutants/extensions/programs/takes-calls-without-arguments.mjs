import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    toolCall(frame) {
      const args = frame.name === "echo" ? { text: "", ...frame.args } : frame.args;
      return super.toolCall({ ...frame, args });
    }
  },
);
