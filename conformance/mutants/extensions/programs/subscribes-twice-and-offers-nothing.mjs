import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    offers = ["events"];

    subscribe() {
      super.subscribe();
      this.write({ type: "subscribe", events: ["turn_end"] });
    }
  },
);
