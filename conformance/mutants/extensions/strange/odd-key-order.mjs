import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    write(frame) {
      super.write(Object.fromEntries(Object.entries(frame).reverse()));
    }
  },
);
