import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    end() {
      if (this.working.size > 0) setInterval(() => {}, 1_000);
      else super.end();
    }
  },
);
