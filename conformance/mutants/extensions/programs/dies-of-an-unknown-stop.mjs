import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    event({ event, stop }) {
      const known = ["end_turn", "end", "tool_use", "length", "error", "aborted"];
      if (event === "turn_end" && !known.includes(stop)) throw new Error(`unknown stop ${stop}`);
    }
  },
);
