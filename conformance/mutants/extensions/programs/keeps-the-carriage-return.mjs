import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    line(text) {
      if (text.endsWith("\r")) this.badLine(text);
      else super.line(text);
    }
  },
);
