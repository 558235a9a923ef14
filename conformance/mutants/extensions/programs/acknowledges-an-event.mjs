import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    event(frame) {
      this.write({ type: "event_ack", event: frame.event });
    }
  },
);
