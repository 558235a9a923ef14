import { Client, run } from "../base.mjs";

class Mutant extends Client {
  understands() {
    return true;
  }
}

run(Mutant);
