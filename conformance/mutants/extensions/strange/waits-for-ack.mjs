import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    start() {
      this.hello();
    }

    helloAck(frame) {
      super.helloAck(frame);
      this.register();
      this.subscribe();
      this.ready();
    }
  },
);
