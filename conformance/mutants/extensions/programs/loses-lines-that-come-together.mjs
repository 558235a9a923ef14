import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    data(chunk) {
      this.left = 2;
      super.data(chunk);
    }

    line(text) {
      this.left -= 1;
      if (this.left >= 0) super.line(text);
    }
  },
);
