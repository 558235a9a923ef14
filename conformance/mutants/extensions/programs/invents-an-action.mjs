import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    commandResponse(frame) {
      this.write({ ...frame, action: "show" });
    }
  },
);
