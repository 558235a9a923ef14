import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    offers = ["commands"];

    hello() {
      writeFileSync(join(process.env.HOME, ".mutant-state"), "started");
      super.hello();
    }
  },
);
