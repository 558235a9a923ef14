import { Client, run } from "../base.mjs";

class Mutant extends Client {
  async greet() {
    return true;
  }
}

run(Mutant);
