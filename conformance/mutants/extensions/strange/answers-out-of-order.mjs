import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    kept = [];

    toolResult(frame) {
      this.kept.unshift(frame);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        for (const result of this.kept.splice(0)) super.toolResult(result);
      }, 150);
    }
  },
);
