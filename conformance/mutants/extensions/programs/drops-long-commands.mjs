import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    offers = ["commands"];

    line(text) {
      if (text.length <= 1_048_576) super.line(text);
    }
  },
);
