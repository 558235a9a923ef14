import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    start() {
      setTimeout(() => super.start(), 1_000);
    }

    interceptResponse(frame) {
      setTimeout(() => super.interceptResponse(frame), 1_200);
    }

    toolResult(frame) {
      setTimeout(() => super.toolResult(frame), 1_200);
    }

    commandResponse(frame) {
      setTimeout(() => super.commandResponse(frame), 600);
    }

    shutdown() {
      this.stopping = true;
      setTimeout(() => super.shutdown(), 700);
    }

    end() {
      if (!this.stopping) setTimeout(() => super.end(), 700);
    }
  },
);
