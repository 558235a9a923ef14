/** What a host reports with each event. */
import type { JsonObject } from "../../case/json.js";

const samples: Readonly<Record<string, JsonObject>> = {
  session_start: { type: "event", event: "session_start" },
  turn_start: { type: "event", event: "turn_start", step: 1 },
  turn_end: { type: "event", event: "turn_end", stop: "end_turn" },
  tool_call: {
    type: "event",
    event: "tool_call",
    tool_id: "toolu_check",
    tool_name: "read",
    tool_args: { path: "README.md" },
  },
  assistant_message: { type: "event", event: "assistant_message", text: "It is done." },
};

/** A frame as hosts send it; undefined for an event that they do not report. */
export function eventSample(event: string): JsonObject | undefined {
  return Object.hasOwn(samples, event) ? samples[event] : undefined;
}
