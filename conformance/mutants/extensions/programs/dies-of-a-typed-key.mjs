import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    panelKey(frame) {
      if (frame.key === "rune") throw new Error(`what is ${frame.text}`);
      super.panelKey(frame);
    }
  },
);
