/** The frames that answer a request, and what they look like when there is no better answer. */
import type {
  ExtensionCommandResponse,
  ExtensionEventInterceptResponse,
  ExtensionFrame,
  ExtensionToolResult,
} from "./protocol/index.js";

/** A frame that answers a request. */
export type AnswerFrame = ExtensionToolResult | ExtensionCommandResponse | ExtensionEventInterceptResponse;

/** The type of such a frame. */
export type Answer = AnswerFrame["type"];

/** Whether a frame answers a request. */
export function answerSent(frame: ExtensionFrame): frame is AnswerFrame {
  return (
    frame.type === "tool_result" ||
    frame.type === "command_response" ||
    frame.type === "event_intercept_response"
  );
}

/** The answer that says what went wrong. An interceptor that could not look blocks. */
export function failedAnswer(type: Answer, id: string, problem: string): AnswerFrame {
  switch (type) {
    case "tool_result":
      return { type, id, content: [{ type: "text", text: problem }], is_error: true };
    case "command_response":
      return { type, id, action: "noop", error: problem };
    case "event_intercept_response":
      return { type, id, block: true, reason: problem };
  }
}
