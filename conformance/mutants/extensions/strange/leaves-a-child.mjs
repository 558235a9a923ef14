import { spawn } from "node:child_process";
import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    start() {
      const stdio = ["ignore", "inherit", "ignore"];
      spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio }).unref();
      super.start();
    }
  },
);
