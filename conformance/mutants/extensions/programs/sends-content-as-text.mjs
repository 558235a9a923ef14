import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    toolResult(frame) {
      this.write({ ...frame, content: frame.content[0].text });
    }
  },
);
