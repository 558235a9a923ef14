import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    data(chunk) {
      if (chunk.filter((byte) => byte === 0x0a).length > 4) process.exit(1);
      super.data(chunk);
    }
  },
);
