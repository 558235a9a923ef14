import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    write(frame) {
      super.write(frame);
      if (frame.type !== "shutdown_ack") super.write({ type: "x_debug", about: frame.type });
    }
  },
);
