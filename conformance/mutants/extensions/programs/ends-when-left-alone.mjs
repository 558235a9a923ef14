import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    ready() {
      super.ready();
      setTimeout(() => process.exit(0), 200);
    }
  },
);
