import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    register() {
      super.register();
      this.write({ type: "register_command", name: "Shout", description: "shouts" });
    }

    unknownCommand({ id }) {
      this.commandResponse({ type: "command_response", id, action: "noop", error: "nothing to shout" });
    }
  },
);
