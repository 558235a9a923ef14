import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    register() {
      this.note("registering");
      super.register();
    }

    frame(frame) {
      this.note(`read a ${frame.type}`);
      super.frame(frame);
      if (frame.type !== "shutdown") this.note("and dealt with it");
    }

    note(message) {
      this.write({ type: "notify", level: "success", message: `${message}\n\u2028 \u0085 \u{1f389}` });
    }
  },
);
