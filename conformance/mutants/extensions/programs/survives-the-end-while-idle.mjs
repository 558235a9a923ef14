import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    offers = ["commands"];
    greeted = false;

    helloAck(frame) {
      this.greeted = true;
      super.helloAck(frame);
    }

    end() {
      if (this.greeted && this.working.size === 0) setInterval(() => {}, 1_000);
      else super.end();
    }
  },
);
