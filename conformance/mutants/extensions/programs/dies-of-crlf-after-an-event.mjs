import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    line(text) {
      if (text.endsWith("\r") && text.includes('"type":"event"')) process.exit(1);
      super.line(text);
    }
  },
);
