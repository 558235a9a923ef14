import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    offers = [];

    writeLine(text) {
      this.writeBytes(`${text}\r\n`);
    }
  },
);
