import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    event(frame) {
      if (Object.values(frame).includes(null)) process.exit(1);
    }
  },
);
