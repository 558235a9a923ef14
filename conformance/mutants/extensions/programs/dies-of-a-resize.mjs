import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    unknown({ type }) {
      if (type === "panel_resize") throw new Error("unknown frame panel_resize");
    }
  },
);
