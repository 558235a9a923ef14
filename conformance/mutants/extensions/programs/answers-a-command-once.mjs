import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    seen = new Set();

    command(frame) {
      if (!this.seen.has(frame.name)) super.command(frame);
      this.seen.add(frame.name);
    }
  },
);
