import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    hello() {
      this.write({ type: "hello", name: "somebody-else", version: "1.0.0" });
    }
  },
);
