import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    panelClose() {
      throw new Error("cannot close");
    }
  },
);
