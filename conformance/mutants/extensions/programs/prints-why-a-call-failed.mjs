import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    toolResult(frame) {
      if (frame.is_error) this.writeLine(`Error: ${frame.content[0].text}`);
      super.toolResult(frame);
    }
  },
);
