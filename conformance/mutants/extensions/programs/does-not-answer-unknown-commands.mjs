import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    unknownCommand() {}
  },
);
