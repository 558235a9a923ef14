import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    panelKey(frame) {
      if (frame.panel_id !== "list-main") throw new Error(`unknown panel ${frame.panel_id}`);
      super.panelKey(frame);
    }
  },
);
