import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    ready() {
      this.writeLine('{"type":"ready"} {"type":"notify","level":"info","message":"up"}');
    }
  },
);
