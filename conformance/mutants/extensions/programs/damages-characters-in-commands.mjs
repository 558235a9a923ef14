import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    offers = ["commands"];
    text = "";

    data(chunk) {
      const lines = (this.text + chunk.toString("utf8")).split("\n");
      this.text = lines.pop();
      for (const line of lines) this.line(line);
    }
  },
);
