import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    offers = ["events"];
    heard = false;

    event() {
      this.heard = true;
    }

    exit() {
      if (!this.heard || this.ended) super.exit();
    }

    end() {
      this.ended = true;
      super.end();
    }
  },
);
