import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    hello() {
      console.log("starting");
      super.hello();
    }
  },
);
