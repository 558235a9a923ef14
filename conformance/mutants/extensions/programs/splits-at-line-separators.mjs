import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    line(text) {
      for (const part of text.split(/[\u2028\u2029]/)) super.line(part);
    }
  },
);
