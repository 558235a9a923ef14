import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    interceptResponse(frame) {
      this.write({ ...frame, id: `${frame.id}-answer` });
    }
  },
);
