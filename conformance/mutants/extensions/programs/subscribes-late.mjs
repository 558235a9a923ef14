import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    subscribe() {}

    ready() {
      super.ready();
      super.subscribe();
    }
  },
);
