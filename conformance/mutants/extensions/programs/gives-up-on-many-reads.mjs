import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    reads = 0;

    data(chunk) {
      super.data(chunk);
      this.reads = chunk.includes(0x0a) ? 0 : this.reads + 1;
      if (this.reads > 5 && this.rest.includes("tool_call")) process.exit(1);
    }
  },
);
