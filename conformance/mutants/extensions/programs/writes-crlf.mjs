import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    writeLine(text) {
      this.writeBytes(`${text}\r\n`);
    }
  },
);
