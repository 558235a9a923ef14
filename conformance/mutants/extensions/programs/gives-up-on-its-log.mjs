import { setTimeout as elapsed } from "node:timers/promises";
import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    async toolCall(frame) {
      for (let line = 1; line <= 20; line += 1) {
        process.stderr.write(`still working (${line})\n`);
        if (process.stderr.writableLength > 0) process.exit(1);
        await elapsed(5);
      }
      return super.toolCall(frame);
    }
  },
);
