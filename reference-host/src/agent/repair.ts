/**
 * Makes a transcript one that model providers accept: each tool call is answered, each answer has its call.
 *
 * A session that was killed between a call and its result, or cut in the middle, would otherwise be refused
 * at the next prompt.
 */
import type { Block, TranscriptMessage } from "./contract.js";

type ToolCall = Extract<Block, { type: "tool_call" }>;
type ToolResult = Extract<Block, { type: "tool_result" }>;

const missing = "No result was recorded: the session ended before the tool had finished.";

/** The same transcript with stub results for unanswered calls and without results that answer no call. */
export function repaired(messages: readonly TranscriptMessage[]): TranscriptMessage[] {
  const clean: TranscriptMessage[] = [];
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at];
    if (message === undefined || message.role === "tool") continue;
    clean.push(message);
    const calls = message.role === "assistant" ? message.content.filter(isCall) : [];
    if (calls.length === 0) continue;
    const next = messages[at + 1];
    const answer = next?.role === "tool" ? next : undefined;
    const results = answer === undefined ? [] : answer.content.filter(isResult);
    clean.push({
      role: "tool",
      content: calls.map((call) => results.find((result) => result.callId === call.id) ?? stub(call)),
      time: answer?.time ?? message.time,
    });
  }
  return clean;
}

function stub(call: ToolCall): ToolResult {
  return { type: "tool_result", callId: call.id, isError: true, content: [{ type: "text", text: missing }] };
}

/** True for a tool call of the model. */
export function isCall(block: Block): block is ToolCall {
  return block.type === "tool_call";
}

function isResult(block: Block): block is ToolResult {
  return block.type === "tool_result";
}
