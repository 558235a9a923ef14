import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    ready() {
      setTimeout(() => super.ready(), 2_500);
    }
  },
);
