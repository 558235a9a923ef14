import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    count = 0;

    toolResult(frame) {
      this.count += 1;
      this.write({ ...frame, id: String(this.count) });
    }
  },
);
