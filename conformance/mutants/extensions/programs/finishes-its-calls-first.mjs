import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    toolCall(frame) {
      this.busy = frame.name === "later" ? setInterval(() => {}, 1_000) : undefined;
      return super.toolCall(frame);
    }

    exit() {
      if (this.busy === undefined || this.working.size === 0) super.exit();
    }

    toolResult(frame) {
      if (!this.stopped) this.write(frame);
    }

    shutdown() {
      this.stopped = true;
      super.shutdown();
    }
  },
);
