import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    event({ event, stop }) {
      if (event === "turn_end" && stop === "end") throw new Error("unknown stop end");
    }
  },
);
