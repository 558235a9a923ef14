import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    answered = false;

    intercept(frame) {
      if (!this.answered) super.intercept(frame);
      this.answered = true;
    }
  },
);
