import { closeSync } from "node:fs";
import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    ready() {
      super.ready();
      closeSync(1);
    }
  },
);
