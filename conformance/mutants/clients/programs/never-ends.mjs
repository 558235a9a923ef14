import { Client, run } from "../base.mjs";

class Mutant extends Client {
  isOver() {
    return false;
  }
}

run(Mutant);
