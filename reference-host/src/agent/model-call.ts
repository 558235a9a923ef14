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
import { noTokens, tokensOfBoth } from "./usage.js";

/** How long an aborted provider has to tell what its call has cost so far. */
const lastWordMs = 100;

/** A model call and how it is made. */
export interface ModelCall {
  readonly provider: Provider;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  readonly retryDelays: NonNullable<AgentOptions["retryDelays"]>;
  readonly onRetry: AgentOptions["onRetry"];
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
 * Only a call that brought nothing of the answer is made again: later somebody may have seen a part of it.
 * What was counted of the calls before the last is added to its tokens.
 */
export async function* answerOf(call: ModelCall): AsyncGenerator<ProviderEvent, void, undefined> {
  let spent: TokenCounts | undefined;
  for (let attempt = 0; ; attempt++) {
    let began = false;
    try {
      for await (const event of attemptOf(call)) {
        // That the server has accepted the request is no part of the answer.
        began ||= event.type !== "start";
        yield event.type === "end" ? { ...event, usage: withSpent(event.usage, spent) } : event;
        if (event.type === "end") return;
      }
      throw new ProviderError(`${call.provider.name}: the answer broke off before its end`, {
        retryable: false,
      });
    } catch (error) {
      if (error instanceof AnswerAborted) throw new AnswerAborted(withSpent(error.usage, spent));
      if (error instanceof AbortedError) throw error;
      const wait = call.retryDelays[attempt];
      if (!(error instanceof ProviderError && error.retryable) || began || wait === undefined)
        throw asProviderError(error, call.provider, spent);
      spent = withSpent(error.usage, spent);
      // A server that says when to come back is believed, within reason.
      const delay = Math.max(wait, Math.min(error.retryAfterMs ?? 0, longestPause));
      call.onRetry?.(`${messageOf(error)}; trying again in ${Math.ceil(delay)} ms`);
      await pause(delay, call.signal).catch(() => {
        throw new AnswerAborted(spent);
      });
    }
  }
}

function withSpent<T extends TokenCounts | undefined>(
  usage: T,
  spent: TokenCounts | undefined,
): T | TokenCounts {
  return spent === undefined ? usage : tokensOfBoth(usage ?? noTokens, spent);
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

function asProviderError(error: unknown, provider: Provider, spent: TokenCounts | undefined): ProviderError {
  if (!(error instanceof ProviderError)) {
    const message = `${provider.name}: ${messageOf(error)}`;
    return new ProviderError(message, { retryable: false, usage: spent, cause: error });
  }
  const worded = error.message.trim() !== "";
  if (worded && spent === undefined) return error;
  const message = worded ? error.message : `${provider.name}: ${messageOf(error)}`;
  const { status, retryable, usage } = error;
  return new ProviderError(message, { status, retryable, usage: withSpent(usage, spent), cause: error });
}
