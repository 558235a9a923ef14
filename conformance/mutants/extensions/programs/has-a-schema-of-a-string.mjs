import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    register() {
      super.register();
      this.write({ type: "register_tool", name: "odd", description: "Odd.", schema: { type: "string" } });
    }
  },
);
