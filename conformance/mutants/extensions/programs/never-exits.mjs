import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    exit() {}

    end() {
      process.exit(0);
    }
  },
);
