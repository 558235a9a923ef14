import { Extension, run } from "./base.mjs";

const requests = new Set(["tool_call", "command_invoked", "event_intercept"]);

run(
  class extends Extension {
    ready() {}

    frame(frame) {
      if (requests.has(frame.type) && !this.asked) {
        this.asked = true;
        super.ready();
      }
      super.frame(frame);
    }
  },
);
