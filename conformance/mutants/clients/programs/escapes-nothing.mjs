import { Client, run } from "../base.mjs";

class Mutant extends Client {
  send(type, fields) {
    if (type !== "prompt") return super.send(type, fields);
    this.write(`{"type":"prompt","id":"9","message":"${fields.message}"}\n`);
    return "9";
  }
}

run(Mutant);
