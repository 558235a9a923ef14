import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    badLine(text) {
      if (text.trim() === "") process.exit(7);
    }
  },
);
