import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    event({ event }) {
      const known = ["session_start", "turn_start", "turn_end", "tool_call", "assistant_message"];
      if (!known.includes(event)) throw new Error(`unknown event ${event}`);
    }
  },
);
