import { Client, run } from "../base.mjs";

class Mutant extends Client {
  take(frame) {
    if (frame.stop === "end") throw new Error("not a stop of the specification");
  }
}

run(Mutant);
