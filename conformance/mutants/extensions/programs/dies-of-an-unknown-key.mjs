import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    panelKey(frame) {
      const known = ["up", "down", "left", "right", "enter", "esc", "tab", "rune", "pageup", "pagedown"];
      if (!known.includes(frame.key)) throw new Error(`unknown key ${frame.key}`);
      super.panelKey(frame);
    }
  },
);
