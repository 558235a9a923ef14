import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    event({ event, stop }) {
      if (event === "turn_end" && stop === "end_turn") throw new Error("the turn has ended");
    }
  },
);
