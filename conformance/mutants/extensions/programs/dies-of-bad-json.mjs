import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    badLine(text, error) {
      if (error !== undefined && text.trim() !== "") throw error;
    }
  },
);
