/** What the parts of a running prompt or compaction share. */
import type { ServerEvent } from "@extproto/schemas";
import type { AgentOptions, EventDetail, ModelEntry, ModelRequest, TokenCounts } from "./contract.js";
import type { ModelCall } from "./model-call.js";
import type { Transcript } from "./transcript.js";

/** A prompt or a compaction that is running. */
export interface Operation {
  readonly options: AgentOptions;
  readonly model: ModelEntry;
  readonly transcript: Transcript;
  readonly signal: AbortSignal;
}

/** The events of a part of an operation, and what came of that part. */
export type Events<T = void> = AsyncGenerator<ServerEvent, T, undefined>;

/** Tells the hooks of an event and returns it, to be yielded: hooks hear of it before the consumer does. */
export function told(operation: Operation, event: ServerEvent, detail: EventDetail = {}): ServerEvent {
  operation.options.hooks.onEvent(event, detail);
  return event;
}

/** Adds the tokens of a model call to the totals and tells of them. */
export function charged(operation: Operation, tokens: TokenCounts): ServerEvent {
  const usage = operation.transcript.charge(tokens, operation.model);
  return told(operation, { type: "usage", ...usage, cumulative: operation.transcript.cumulative });
}

/** Waits between attempts of a model call that found the provider overloaded or the network down. */
const usualDelays = [250, 750];

/** The model call of an operation with this request. */
export function callOf({ options, signal }: Operation, request: ModelRequest): ModelCall {
  const { provider, retryDelays = usualDelays, onRetry } = options;
  return { provider, request, signal, retryDelays, onRetry };
}
