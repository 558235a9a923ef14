import { Client, run } from "../base.mjs";

const known = ["end_turn", "end", "tool_use", "length", "error", "aborted"];

class Mutant extends Client {
  take(frame) {
    if (frame.type === "turn_end" && !known.includes(frame.stop)) throw new Error("unknown stop");
  }
}

run(Mutant);
