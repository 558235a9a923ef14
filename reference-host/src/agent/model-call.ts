/** One model call: opened with retries, ended by an abort at once, and never left without an end. */
import { AbortedError, pause, untilAborted, within } from "./abortable.js";
import {
  type AgentOptions,
  type ModelRequest,
  type Provider,
  ProviderError,
  type ProviderEvent,
  type TokenCounts,
} from "./contract.js";
import { messageOf } from "./errors.js";

/** How long an aborted provider has to tell what its call has cost so far. */
const lastWordMs = 100;

/** A model call and how it is made. */
export interface ModelCall {
  readonly provider: Provider;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  readonly retryDelays: NonNullable<AgentOptions["retryDelays"]>;
}

/** The abort cut the answer short; `usage` is what the provider had counted by then, where it said so. */
export class AnswerAborted extends AbortedError {
  readonly usage: TokenCounts | undefined;

  constructor(usage: TokenCounts | undefined) {
    super();
    this.usage = usage;
  }
}

/** A server may ask to be left alone for a while, in milliseconds; a user will not wait longer than this. */
const longestPause = 60_000;

/**
 * The events of one answer; the last is `end`. Throws an {@link AnswerAborted} or a {@link ProviderError}.
 *
 * Only a call that brought nothing yet is made again: after the first event somebody may have seen a part
 * of the answer, and the tokens are spent.
 */
export async function* answerOf(call: ModelCall): AsyncGenerator<ProviderEvent, void, undefined> {
  for (let attempt = 0; ; attempt++) {
    let began = false;
    try {
      for await (const event of attemptOf(call)) {
        began = true;
        yield event;
        if (event.type === "end") return;
      }
      throw new ProviderError(`${call.provider.name}: the answer broke off before its end`, {
        retryable: false,
      });
    } catch (error) {
      if (error instanceof AbortedError) throw error;
      const wait = call.retryDelays[attempt];
      if (!(error instanceof ProviderError && error.retryable) || began || wait === undefined)
        throw asProviderError(error, call.provider);
      // A server that says when to come back is believed, within reason.
      const asked = Math.min(error.retryAfterMs ?? 0, longestPause);
      await pause(Math.max(wait, asked), call.signal).catch(() => {
        throw new AnswerAborted(undefined);
      });
    }
  }
}

async function* attemptOf(call: ModelCall): AsyncGenerator<ProviderEvent, void, undefined> {
  if (call.signal.aborted) throw new AnswerAborted(undefined);
  const events = call.provider.stream(call.request, call.signal)[Symbol.asyncIterator]();
  try {
    while (true) {
      const pending = events.next();
      let next: IteratorResult<ProviderEvent>;
      try {
        next = await untilAborted(() => pending, call.signal);
      } catch (error) {
        if (call.signal.aborted) throw new AnswerAborted(await lastWord(pending));
        throw error;
      }
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a provider that hangs would hold the agent. Its signal is aborted with the operation.
    void Promise.resolve(events.return?.()).catch(() => undefined);
  }
}

/** An aborted provider throws what it counted; one that does not answer costs a bounded wait. */
function lastWord(pending: Promise<IteratorResult<ProviderEvent>>): Promise<TokenCounts | undefined> {
  const counted = pending.then(
    (next) => (next.done !== true && next.value.type === "end" ? next.value.usage : undefined),
    (error: unknown) => (error instanceof ProviderError ? error.usage : undefined),
  );
  return within(counted, lastWordMs, undefined);
}

function asProviderError(error: unknown, provider: Provider): ProviderError {
  if (error instanceof ProviderError && error.message.trim() !== "") return error;
  return new ProviderError(`${provider.name}: ${messageOf(error)}`, { retryable: false, cause: error });
}
