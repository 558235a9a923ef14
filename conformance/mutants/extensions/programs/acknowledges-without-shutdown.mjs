import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    subscribe() {
      super.subscribe();
      this.acknowledge();
    }
  },
);
