import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    acknowledge() {
      this.writeBytes('{"type":"shutdown_ack"}');
    }
  },
);
