import { closeSync, openSync } from "node:fs";
import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    frame(frame) {
      // Once it has nothing more to complain about.
      if (frame.type === "hello_ack" && frame.protocol_version === 1) {
        closeSync(2);
        // The number is taken again at once, so that nothing else gets it.
        openSync("/dev/null", "w");
      }
      super.frame(frame);
    }
  },
);
