import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    helloAck(frame) {
      const known = ["tool_cancel", "tool_progress", "on_failure", "dynamic_tools", "channels"];
      if (frame.capabilities?.some((name) => !known.includes(name))) process.exit(7);
      super.helloAck(frame);
    }
  },
);
