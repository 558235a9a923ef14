import { Extension, run, tools } from "./base.mjs";

run(
  class extends Extension {
    toolCall(frame) {
      return super.toolCall({ ...frame, name: Object.hasOwn(tools, frame.name) ? frame.name : "later" });
    }
  },
);
