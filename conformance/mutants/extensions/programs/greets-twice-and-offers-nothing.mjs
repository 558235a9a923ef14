import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    offers = [];

    ready() {
      this.hello();
      super.ready();
    }
  },
);
