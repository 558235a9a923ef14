import { Client, run } from "../base.mjs";

class Mutant extends Client {
  answers(frame, id) {
    return frame.id === id;
  }
}

run(Mutant);
