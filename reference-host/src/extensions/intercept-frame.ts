/** The question that an interceptor is asked, as a frame. */
import type { EventIntercept } from "@extproto/schemas";
import type { InterceptRequest } from "./contract.js";

/** Makes the frame for a request. */
export function interceptFrame(id: string, request: InterceptRequest): EventIntercept {
  switch (request.event) {
    case "tool_call":
      return {
        type: "event_intercept",
        id,
        event: "tool_call",
        tool_id: request.toolId,
        tool_name: request.toolName,
        tool_args: request.toolArgs,
      };
    case "turn_start":
      return { type: "event_intercept", id, event: "turn_start", step: request.step };
    case "assistant_message":
      return { type: "event_intercept", id, event: "assistant_message", text: request.text };
  }
}
