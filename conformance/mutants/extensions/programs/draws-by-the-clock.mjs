import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    command(frame) {
      super.command(frame);
      if (frame.name === "list") this.timer ??= setInterval(() => this.render("tick"), 500);
    }
  },
);
