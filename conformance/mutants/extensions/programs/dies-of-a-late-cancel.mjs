import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    answered = new Set();

    toolResult(frame) {
      this.answered.add(frame.id);
      this.write(frame);
    }

    toolCancel({ id }) {
      if (this.answered.has(id)) throw new Error(`${id} is answered`);
    }
  },
);
