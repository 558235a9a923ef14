import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    served = false;

    event() {
      this.served = true;
    }

    exit() {
      if (!this.served || this.working.size > 0 || this.ended) super.exit();
    }

    end() {
      this.ended = true;
      super.end();
    }
  },
);
