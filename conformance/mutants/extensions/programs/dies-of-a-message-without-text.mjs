import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    event({ event, text }) {
      if (event === "assistant_message") console.error(text.length);
    }
  },
);
