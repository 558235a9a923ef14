import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    interceptResponse(frame) {
      super.interceptResponse({ ...frame, block: true, reason: "" });
    }

    toolResult(frame) {
      super.toolResult({ ...frame, content: [], is_error: true });
    }

    commandResponse({ id }) {
      super.commandResponse({ type: "command_response", id, action: "noop", error: "not today" });
    }
  },
);
