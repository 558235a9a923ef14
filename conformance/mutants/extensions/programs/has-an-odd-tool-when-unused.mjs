import { Extension, run } from "./base.mjs";

const requests = new Set(["tool_call", "command_invoked", "event_intercept"]);

run(
  class extends Extension {
    frame(frame) {
      if (requests.has(frame.type)) this.used = true;
      super.frame(frame);
    }

    acknowledge() {
      if (!this.used)
        this.write({ type: "register_tool", name: "odd", description: "Odd.", schema: { type: "string" } });
      super.acknowledge();
    }
  },
);
