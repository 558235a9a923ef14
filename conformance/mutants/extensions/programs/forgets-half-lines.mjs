import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    offers = [];

    data(chunk) {
      for (const line of chunk.toString("utf8").split("\n")) this.line(line);
    }
  },
);
