import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    shutdown() {
      setTimeout(() => super.shutdown(), 200);
    }
  },
);
