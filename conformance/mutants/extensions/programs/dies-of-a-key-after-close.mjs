import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    panelKey(frame) {
      if (!this.panel) throw new Error("the panel is closed");
      super.panelKey(frame);
    }
  },
);
