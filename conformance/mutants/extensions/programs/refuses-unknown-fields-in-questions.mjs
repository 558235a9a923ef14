import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    frame(frame) {
      const known = [
        "type",
        "id",
        "name",
        "args",
        "event",
        "step",
        "text",
        "tool_id",
        "tool_name",
        "tool_args",
      ];
      if (frame.type !== "event_intercept" || Object.keys(frame).every((name) => known.includes(name)))
        super.frame(frame);
    }
  },
);
