import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    shutdown() {
      this.acknowledge();
      process.stdout.end(() => setTimeout(() => process.exit(0), 400));
    }
  },
);
