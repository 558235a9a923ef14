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

/**
 * The same transcript with stub results for unanswered calls, without results that answer no call, and with an id of
 * its own for each call of a message.
 */
export function repaired(messages: readonly TranscriptMessage[]): TranscriptMessage[] {
  const clean: TranscriptMessage[] = [];
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at];
    if (message === undefined || message.role === "tool") continue;
    const calls = message.role === "assistant" ? message.content.filter(isCall) : [];
    if (calls.length === 0) {
      clean.push(message);
      continue;
    }
    const named = distinctIds(calls);
    clean.push({
      ...message,
      content: message.content.map((block) => (isCall(block) ? (named.get(block) ?? block) : block)),
    });
    const next = messages[at + 1];
    const answer = next?.role === "tool" ? next : undefined;
    const results = answer === undefined ? [] : answer.content.filter(isResult);
    const resultOf = (call: ToolCall): ToolResult | undefined => {
      const found = results.findIndex((result) => result.callId === call.id);
      return found < 0 ? undefined : results.splice(found, 1)[0];
    };
    clean.push({
      role: "tool",
      content: calls.map((call) => {
        const { id } = named.get(call) ?? call;
        return { ...(resultOf(call) ?? stub(call)), callId: id };
      }),
      time: answer?.time ?? message.time,
    });
  }
  return clean;
}

/** The calls that share an id with one before them, under a new one: their results are in the order of the calls. */
function distinctIds(calls: readonly ToolCall[]): ReadonlyMap<ToolCall, ToolCall> {
  const taken = new Set(calls.map(({ id }) => id));
  const seen = new Set<string>();
  const renamed = new Map<ToolCall, ToolCall>();
  for (const call of calls) {
    if (seen.has(call.id)) {
      let number = 2;
      while (taken.has(`${call.id}_${number}`)) number++;
      const id = `${call.id}_${number}`;
      taken.add(id);
      renamed.set(call, { ...call, id });
    }
    seen.add(call.id);
  }
  return renamed;
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
