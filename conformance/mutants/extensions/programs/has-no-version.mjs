import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    hello() {
      this.write({ type: "hello", name: "mutant", capabilities: ["tools"] });
    }
  },
);
