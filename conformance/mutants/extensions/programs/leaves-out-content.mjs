import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    toolResult({ content: _, ...frame }) {
      this.write(frame);
    }
  },
);
