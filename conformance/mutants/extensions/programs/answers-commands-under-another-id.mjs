import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    command(frame) {
      super.command({ ...frame, id: frame.name });
    }
  },
);
