import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    command(frame) {
      super.command(frame);
      if (frame.name === "list") this.timer ??= setInterval(() => this.render("tick"), 100);
    }

    panelClose(frame) {
      super.panelClose(frame);
      clearInterval(this.timer);
      this.timer = undefined;
    }
  },
);
