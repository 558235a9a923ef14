import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    toolCall(frame) {
      console.log(`calling ${frame.name}`);
      return super.toolCall(frame);
    }
  },
);
