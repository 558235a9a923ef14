import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    toolResult(frame) {
      if (!frame.content[0].text.startsWith("there is no tool")) this.write(frame);
    }
  },
);
