import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    register() {
      super.register();
      this.write({ type: "notify", level: "info", message: "x".repeat(4_194_304) });
    }
  },
);
