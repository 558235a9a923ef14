import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    helloAck(frame) {
      super.helloAck({ ...frame, protocol_version: 1 });
    }
  },
);
