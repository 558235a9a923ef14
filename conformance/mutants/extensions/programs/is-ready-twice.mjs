import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    ready() {
      super.ready();
      super.ready();
    }
  },
);
