import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    remember(name) {
      writeFileSync(join(process.env.HOME, ".mutant-state"), name);
    }
  },
);
