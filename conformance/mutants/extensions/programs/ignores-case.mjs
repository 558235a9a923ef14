import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    frame(frame) {
      super.frame(
        Object.fromEntries(Object.entries(frame).map(([name, value]) => [name.toLowerCase(), value])),
      );
    }
  },
);
