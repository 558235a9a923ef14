/**
 * One model call of a prompt, from `turn_start` to `turn_end`.
 *
 * The order of events is the one of spec/rpc.md: turn_start, assistant_start, text_delta, usage,
 * assistant_message, tool_call, turn_end. A call that fails or is aborted still ends with its turn_end, and
 * leaves of the answer at most its text in the transcript: a tool call without a result would make the next
 * prompt fail.
 */
import { AbortedError, untilAborted } from "./abortable.js";
import { type Block, type ModelRequest, ProviderError, type ProviderEvent, type Tool } from "./contract.js";
import { messageOf } from "./errors.js";
import { AnswerAborted, answerOf } from "./model-call.js";
import { callOf, charged, type Events, type Operation, told } from "./operation.js";
import { isCall } from "./repair.js";
import { noTokens } from "./usage.js";
import { toWireBlocks } from "./wire-form.js";

/** The tool calls that an answer leaves to be run; none where the prompt is over. */
export interface TurnResult {
  readonly calls: readonly ToolCall[];
  /** The tools that the model was offered with this call. */
  readonly offered: readonly Tool[];
  /** The answer reached the output limit, so its calls may not be what the model meant to write. */
  readonly cutOff: boolean;
}

/** A tool call as the model wrote it. */
export type ToolCall = Extract<Block, { type: "tool_call" }>;

type Answer = Extract<ProviderEvent, { type: "end" }>;
type Verdict = Awaited<ReturnType<Operation["options"]["hooks"]["beforeMessage"]>>;

/** How far an answer has come. */
interface Progress {
  started: boolean;
  charged: boolean;
  /** All text so far. */
  text: string;
  /** The text that the user has seen. */
  shown: string;
  /** Text is kept back from here on, until the interceptors have had their say. */
  held: boolean;
}

const over: TurnResult = { calls: [], offered: [], cutOff: false };

/** Runs one model call. */
export async function* runTurn(operation: Operation, step: number): Events<TurnResult> {
  const { hooks, tools } = operation.options;
  const progress: Progress = { started: false, charged: false, text: "", shown: "", held: false };
  let offered: readonly Tool[];
  let answer: Answer;
  let verdict: Verdict;
  yield told(operation, { type: "turn_start", step });
  try {
    const turn = await untilAborted(() => hooks.beforeTurn(step, operation.signal), operation.signal);
    if (!turn.allow) {
      yield told(operation, { type: "turn_end", stop: "error", error: turn.reason });
      return over;
    }
    offered = tools();
    answer = yield* receive(operation, offered, progress);
    verdict = await judged(operation, textsOf(answer).join("\n"));
  } catch (error) {
    yield* cutShort(operation, progress, error);
    return over;
  }
  yield* shown(operation, { answer, verdict, alreadyShown: progress.shown });
  const calls = answer.content.filter(isCall);
  for (const { id, name, args } of calls) {
    yield told(
      operation,
      { type: "tool_call", id, name, args: args ?? null },
      { callable: args !== undefined },
    );
  }
  const stop = answer.stop === "length" ? "length" : calls.length > 0 ? "tool_use" : "end_turn";
  yield told(operation, { type: "turn_end", stop });
  return { calls, offered, cutOff: stop === "length" };
}

/** Streams the answer; text is shown as it comes unless somebody may still replace or block it. */
async function* receive(operation: Operation, offered: readonly Tool[], progress: Progress): Events<Answer> {
  const { options } = operation;
  for await (const event of answerOf(callOf(operation, requestOf(operation, offered)))) {
    if (!progress.started) {
      progress.started = true;
      yield told(operation, { type: "assistant_start" });
    }
    switch (event.type) {
      case "start":
        break;
      case "text":
        progress.text += event.delta;
        progress.held ||= options.hooks.holdsText();
        if (progress.held || event.delta === "") break;
        progress.shown += event.delta;
        yield told(operation, { type: "text_delta", delta: event.delta });
        break;
      case "tool_start":
        yield told(operation, { type: "tool_use_start", id: event.id, name: event.name });
        break;
      case "tool_args":
        yield told(operation, { type: "tool_use_args", id: event.id, delta: event.delta });
        break;
      case "tool_end":
        yield told(operation, { type: "tool_use_end", id: event.id });
        break;
      case "end":
        progress.charged = true;
        yield charged(operation, event.usage);
        return {
          ...event,
          content: event.content.filter((block) => block.type !== "text" || block.text !== ""),
        };
    }
  }
  throw new ProviderError(`${options.provider.name}: no answer`, { retryable: false });
}

function requestOf(operation: Operation, offered: readonly Tool[]): ModelRequest {
  const { options, model, transcript } = operation;
  return {
    model,
    system: options.system(),
    messages: transcript.messages,
    tools: offered.map(({ name, description, schema }) => ({ name, description, schema })),
    maxOutput: model.maxOutput,
    reasoning: options.reasoning,
  };
}

/** A message without text is not asked about. */
function judged(operation: Operation, text: string): Promise<Verdict> | Verdict {
  if (text === "") return { allow: true, text };
  return untilAborted(() => operation.options.hooks.beforeMessage(text, operation.signal), operation.signal);
}

/** Adds the answer to the transcript as the model wrote it, and shows it as the interceptors left it. */
async function* shown(
  operation: Operation,
  { answer, verdict, alreadyShown }: { answer: Answer; verdict: Verdict; alreadyShown: string },
): Events {
  const message = operation.transcript.append("assistant", answer.content);
  if (!verdict.allow) {
    const { extension, reason } = verdict;
    yield told(operation, { type: "ext_notify", extension, level: "warn", message: reason });
    return;
  }
  const texts = textsOf(answer);
  const replaced = verdict.text !== texts.join("\n");
  const text = replaced ? verdict.text : texts.join("");
  // What is still missing of the deltas, so that joined they are the text of the message.
  if (text.length > alreadyShown.length && text.startsWith(alreadyShown)) {
    yield told(operation, { type: "text_delta", delta: text.slice(alreadyShown.length) });
  }
  const others = answer.content.filter((block) => block.type !== "text");
  const content: readonly Block[] = replaced ? [{ type: "text", text }, ...others] : answer.content;
  yield told(
    operation,
    { type: "assistant_message", content: toWireBlocks(content), time: message.time },
    verdict.text === "" ? {} : { text: verdict.text },
  );
}

async function* cutShort(operation: Operation, progress: Progress, error: unknown): Events {
  if (progress.started && !progress.charged) {
    const known = error instanceof AnswerAborted || error instanceof ProviderError ? error.usage : undefined;
    yield charged(operation, known ?? noTokens);
  }
  if (progress.text.trim() !== "")
    operation.transcript.append("assistant", [{ type: "text", text: progress.text }]);
  if (error instanceof AbortedError) {
    yield told(operation, { type: "turn_end", stop: "aborted" });
    return;
  }
  const message = messageOf(error);
  yield told(operation, { type: "turn_end", stop: "error", error: message });
  yield told(operation, { type: "error", message });
}

function textsOf(answer: Answer): string[] {
  return answer.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
}
