import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    async toolCall(frame) {
      if (this.working.size === 0) await super.toolCall(frame);
    }
  },
);
