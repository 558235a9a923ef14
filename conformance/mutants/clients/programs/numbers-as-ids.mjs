import { Client, run } from "../base.mjs";

class Mutant extends Client {
  write(text) {
    super.write(text.replace(/"id":"(\d+)"/, '"id":$1'));
  }
}

run(Mutant);
