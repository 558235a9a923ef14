import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    toolResult({ is_error: _, ...frame }) {
      this.write(frame);
    }
  },
);
