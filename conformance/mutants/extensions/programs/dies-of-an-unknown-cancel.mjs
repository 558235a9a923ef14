import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    known = new Set();

    toolCall(frame) {
      this.known.add(frame.id);
      return super.toolCall(frame);
    }

    toolCancel({ id }) {
      if (!this.known.has(id)) throw new Error(`unknown call ${id}`);
    }
  },
);
