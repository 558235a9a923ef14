import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    panelKey(frame) {
      if (frame.key === "down" || frame.key === "up") super.panelKey(frame);
      else this.write({ type: "error", message: `no use for ${frame.key}` });
    }
  },
);
