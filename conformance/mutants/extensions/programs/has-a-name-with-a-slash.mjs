import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    hello() {
      this.write({ type: "hello", name: "acme/mutant", version: "1.0.0" });
    }
  },
);
