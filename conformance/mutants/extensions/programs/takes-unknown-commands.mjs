import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    unknownCommand({ id }) {
      this.commandResponse({ type: "command_response", id, action: "noop" });
    }
  },
);
