import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    exit() {
      process.stdout.write("", () => process.exit(3));
    }
  },
);
