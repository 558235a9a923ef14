import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    ready() {
      this.hello();
      super.ready();
    }
  },
);
