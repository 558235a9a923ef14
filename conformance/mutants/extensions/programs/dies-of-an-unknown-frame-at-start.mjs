import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    served = false;

    frame(frame) {
      super.frame(frame);
      if (frame.type !== "hello_ack") this.served = true;
    }

    unknown() {
      if (!this.served) process.exit(7);
    }
  },
);
