import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    served = false;

    frame(frame) {
      if (frame.type === "shutdown" && !this.served) return;
      if (frame.type !== "hello_ack") this.served = true;
      super.frame(frame);
    }
  },
);
