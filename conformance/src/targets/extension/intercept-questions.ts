/** A harmless question for each event that can be intercepted. */
import type { JsonObject } from "../../case/json.js";

/** The frame without its `id`; undefined for an event that a host does not ask about. */
export function interceptQuestion(event: string): JsonObject | undefined {
  switch (event) {
    case "tool_call":
      return {
        type: "event_intercept",
        event,
        tool_id: "toolu_check",
        tool_name: "read",
        tool_args: { path: "README.md" },
      };
    case "turn_start":
      return { type: "event_intercept", event, step: 1 };
    case "assistant_message":
      return { type: "event_intercept", event, text: "It is done." };
    default:
      return undefined;
  }
}
