import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    line(text) {
      if (text.includes('"type":"tool_call"') && !/"id":"[^"]*","name":/.test(text)) process.exit(1);
      super.line(text);
    }
  },
);
