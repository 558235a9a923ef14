/** One answer of the scripted model: what it is made of, and how it is played. */
import { setImmediate } from "node:timers/promises";
import { type ModelRequest, ProviderError, type ProviderEvent, type TokenCounts } from "../agent/contract.js";
import { AnswerDraft, given } from "./answer-draft.js";
import { retryableStatus } from "./failure.js";

/** A piece of an answer, in the order in which it is streamed. */
export type StepPart =
  | { readonly type: "say"; readonly text: string }
  | { readonly type: "think"; readonly text: string }
  /** `raw` is what the model writes as arguments, valid or not. */
  | { readonly type: "call"; readonly tool: string; readonly raw: string; readonly id?: string }
  | { readonly type: "wait"; readonly ms: number };

/** A refusal in place of an answer. */
export interface StepFailure {
  readonly status: number | "network";
  readonly message?: string;
}

/** One model call. */
export interface Step {
  /** Milliseconds before anything is heard. */
  readonly delayMs: number;
  readonly failure?: StepFailure;
  readonly parts: readonly StepPart[];
  readonly usage?: Partial<TokenCounts>;
  /** `cut`: the connection breaks; `stall`: nothing more is heard. */
  readonly ending: "complete" | "length" | "cut" | "stall";
}

/** A step and the call that it answers. */
export interface PlayOptions {
  readonly step: Step;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  readonly idleTimeoutMs: number;
}

/** Plays a step as a real provider would stream it. */
export async function* playStep(options: PlayOptions): AsyncGenerator<ProviderEvent> {
  const { step, request, signal, idleTimeoutMs } = options;
  const draft = new AnswerDraft();
  let written = 0;
  const usage = (): TokenCounts => ({
    input: tokens(requestLength(request)),
    output: tokens(written),
    cacheRead: 0,
    cacheWrite: 0,
    ...step.usage,
  });

  await pause(step.delayMs, signal);
  if (step.failure !== undefined) throw toError(step.failure);
  if (step.ending === "stall" && step.parts.length === 0)
    await silence({ signal, idleTimeoutMs, opened: false });
  yield { type: "start" };
  let callNumber = lastCallNumber(request);
  let textKey = "";
  for (const [index, part] of step.parts.entries()) {
    const key = String(index);
    // Text that only a wait divides is one block.
    if (part.type !== "wait" && (part.type !== "say" || textKey === ""))
      textKey = part.type === "say" ? key : "";
    if (part.type === "wait") await pause(part.ms, signal);
    if (part.type === "think") draft.reasoning(key, "scripted", { text: part.text });
    if (part.type === "say") {
      for (const word of part.text.match(/\S+\s*|\s+/g) ?? []) {
        // A turn of the event loop for each word, so that an abort can come in between.
        await setImmediate();
        stopIfAborted(signal, usage());
        written += word.length;
        yield draft.text(textKey, word);
      }
    }
    if (part.type === "call") {
      await setImmediate();
      stopIfAborted(signal, usage());
      callNumber += 1;
      written += part.tool.length + part.raw.length;
      yield draft.toolStart(key, { id: part.id ?? `call_${callNumber}`, name: part.tool });
      if (part.raw !== "") yield* given(draft.toolArgs(key, part.raw));
      yield* given(draft.toolEnd(key));
    }
  }
  if (step.ending === "stall") await silence({ signal, idleTimeoutMs, opened: true, usage: usage() });
  if (step.ending === "cut") {
    const message = "scripted: the connection broke in the middle of the answer, as the script says";
    throw new ProviderError(message, { retryable: false, usage: usage() });
  }
  stopIfAborted(signal, usage());
  yield draft.end(step.ending === "length" ? "length" : "end_turn", usage());
}

function toError({ status, message }: StepFailure): ProviderError {
  const said = message ?? "as the script says";
  if (status === "network")
    return new ProviderError(`scripted: cannot reach the server: ${said}`, { retryable: true });
  return new ProviderError(`scripted: HTTP ${status}: ${said}`, {
    status,
    retryable: retryableStatus.has(status),
  });
}

/** Four characters to a token is near enough, and the same on every machine. */
function tokens(characters: number): number {
  return Math.ceil(characters / 4);
}

function requestLength(request: ModelRequest): number {
  return request.system.length + JSON.stringify([request.messages, request.tools]).length;
}

/** Ids go on from the highest in the transcript, which compaction may have shortened. */
function lastCallNumber(request: ModelRequest): number {
  const ids = request.messages.flatMap((message) =>
    message.content.flatMap((block) => (block.type === "tool_call" ? [block.id] : [])),
  );
  return Math.max(0, ...ids.map((id) => Number(/^call_(\d+)$/.exec(id)?.[1] ?? 0)));
}

function stopIfAborted(signal: AbortSignal, usage?: TokenCounts): void {
  if (signal.aborted) throw abortedError(signal, usage);
}

function abortedError(signal: AbortSignal, usage?: TokenCounts): ProviderError {
  return new ProviderError("scripted: aborted", { retryable: false, usage, cause: signal.reason });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(abortedError(signal));
    if (ms === 0) return resolve();
    const onAbort = () => {
      clearTimeout(timer);
      reject(abortedError(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

interface Silence {
  readonly signal: AbortSignal;
  readonly idleTimeoutMs: number;
  readonly opened: boolean;
  readonly usage?: TokenCounts;
}

/** Ends by the caller's abort or, as with a real server, by the idle deadline. */
async function silence({ signal, idleTimeoutMs, opened, usage }: Silence): Promise<never> {
  try {
    await pause(idleTimeoutMs, signal);
  } catch {
    throw abortedError(signal, usage);
  }
  const where = opened ? "in the middle of the answer" : "before it answered";
  const message = `scripted: the server fell silent for ${idleTimeoutMs} ms ${where}, as the script says`;
  throw new ProviderError(message, { retryable: !opened, usage });
}
