import { closeSync, openSync } from "node:fs";
import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    start() {
      closeSync(2);
      // The number is taken again at once, so that nothing else gets it.
      openSync("/dev/null", "w");
      super.start();
    }
  },
);
