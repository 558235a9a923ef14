import { Client, run } from "../base.mjs";

class Mutant extends Client {
  isOver(frame) {
    return frame.type === "error" || super.isOver(frame);
  }
}

run(Mutant);
