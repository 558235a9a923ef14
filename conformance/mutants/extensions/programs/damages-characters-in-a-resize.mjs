import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    decoded = "";

    data(chunk) {
      this.decoded += chunk.toString("utf8");
      const lines = this.decoded.split("\n");
      this.decoded = lines.pop();
      if (lines.some((line) => line.includes('"panel_resize"') && line.includes("\ufffd"))) process.exit(1);
      super.data(chunk);
    }
  },
);
