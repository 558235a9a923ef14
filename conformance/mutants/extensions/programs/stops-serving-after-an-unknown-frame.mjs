import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    confused = false;

    frame(frame) {
      if (!this.confused || frame.type === "shutdown") super.frame(frame);
    }

    unknown() {
      this.confused = true;
    }
  },
);
