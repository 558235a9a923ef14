import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    write(frame) {
      super.write({ _trace: "7f3a", ...frame, x_extra: { list: [null, 1, {}] } });
    }
  },
);
