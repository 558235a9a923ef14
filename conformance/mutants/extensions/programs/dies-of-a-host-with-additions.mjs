import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    helloAck(frame) {
      if (frame.capabilities?.includes("dynamic_tools")) process.exit(7);
      super.helloAck(frame);
    }
  },
);
