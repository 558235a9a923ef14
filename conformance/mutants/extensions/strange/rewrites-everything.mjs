import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    intercept({ id, event, tool_args, text }) {
      const rewrite =
        event === "tool_call"
          ? { modified_args: { ...tool_args, more: null } }
          : event === "assistant_message"
            ? { replace_text: `${text}\u2029` }
            : { reason: "fine" };
      this.interceptResponse({ type: "event_intercept_response", id, ...rewrite });
    }
  },
);
