import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    register() {
      super.register();
      this.writeBytes(Buffer.from('{"type":"notify","level":"info","message":"caf\u00e9"}\n', "latin1"));
    }
  },
);
