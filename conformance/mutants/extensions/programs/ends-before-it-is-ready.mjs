import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    ready() {
      process.exitCode = 3;
      process.stdin.destroy();
    }
  },
);
