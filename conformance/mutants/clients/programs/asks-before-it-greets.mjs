import { Client, run } from "../base.mjs";

class Mutant extends Client {
  async greet() {
    await this.answer(this.send("get_state"));
    return super.greet();
  }
}

run(Mutant);
