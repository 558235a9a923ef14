import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    end() {
      setInterval(() => {}, 1_000);
    }
  },
);
