import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    line(text) {
      for (const part of text.split("\u0085")) super.line(part);
    }
  },
);
