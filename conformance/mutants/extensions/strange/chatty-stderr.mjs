import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    frame(frame) {
      const shown = JSON.stringify(frame).slice(0, 200);
      for (let line = 0; line < 300; line += 1) {
        console.error(`${line}: ${shown} ${"log ".repeat(50)}`);
      }
      console.error('{"type":"hello","name":"nobody"}');
      super.frame(frame);
    }
  },
);
