import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    intercept({ id, event }) {
      this.interceptResponse({
        type: "event_intercept_response",
        id,
        ...(event === "assistant_message" ? { replace_text: null } : {}),
      });
    }
  },
);
