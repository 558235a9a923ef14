import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    greeted = false;

    helloAck(frame) {
      this.greeted = true;
      super.helloAck(frame);
    }

    end() {
      if (this.greeted) super.end();
      else setInterval(() => {}, 1_000);
    }
  },
);
