import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    register() {
      this.writeBytes("\uFEFF");
      super.register();
    }
  },
);
