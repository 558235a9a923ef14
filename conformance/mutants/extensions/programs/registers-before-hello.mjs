import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    start() {
      this.register();
      this.hello();
      this.subscribe();
      this.ready();
    }
  },
);
