import { Extension, run } from "./base.mjs";

const waited = new Set(["tool_call", "command_invoked", "event_intercept"]);

run(
  class extends Extension {
    ready() {}

    frame(frame) {
      if (waited.delete(frame.type) && waited.size === 0) super.ready();
      super.frame(frame);
    }
  },
);
