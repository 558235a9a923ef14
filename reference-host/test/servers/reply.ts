/**
 * What a model server on loopback answers, whatever its wire format.
 *
 * A server is started with a list of replies; each request takes the next one.
 *
 * ```ts
 * const server = await startAnthropicServer([
 *   { say: "Let me look.", call: [{ name: "read", args: { path: "a.txt" } }] },
 *   { status: 529 },
 *   { say: "Done.", usage: { input: 1000, output: 500 } },
 * ]);
 * ```
 */
export type Reply = AnswerReply | ErrorReply | HangUp;

/** A streamed answer. */
export interface AnswerReply {
  /** Reasoning, streamed first. */
  readonly think?: string;
  /** Text, streamed word by word after the reasoning. */
  readonly say?: string;
  /** Tool calls, streamed last. */
  readonly call?: readonly CallReply[];
  readonly usage?: UsageReply;
  /** `length`: the token limit; `refusal`: withheld. Default: what the content implies. */
  readonly stop?: "length" | "refusal";
  /**
   * What happens after the content:
   * - `complete` (default): the closing events;
   * - `cut`: the socket is destroyed in the middle;
   * - `eof`: the response ends in good order, without the closing events;
   * - `stall`: nothing more is sent;
   * - `linger`: the closing events, but the response does not end;
   * - `error`: an error event of type `overloaded_error`.
   */
  readonly ending?: "complete" | "cut" | "eof" | "stall" | "linger" | "error";
  /** The headers wait for this promise; `"forever"` never sends them. */
  readonly holdHeaders?: Promise<unknown> | "forever";
  /** After the content and before the closing events, waits for this promise. */
  readonly holdEnding?: Promise<unknown>;
  /** Writes the stream in pieces of so many bytes, wherever they fall. */
  readonly chunkBytes?: number;
}

/** A tool call; `raw` takes the place of `args` where the arguments are not to be valid. */
export interface CallReply {
  readonly id?: string;
  readonly name: string;
  readonly args?: unknown;
  readonly raw?: string;
}

/** Tokens as the test counts them: `input` leaves cached ones aside, whatever the wire format does. */
export interface UsageReply {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** An HTTP error. Without `body`, a JSON error as the provider would write it. */
export interface ErrorReply {
  readonly status: number;
  readonly type?: string;
  readonly code?: string;
  readonly message?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The socket is closed without a word. */
export interface HangUp {
  readonly hangUp: true;
}

/** The ids and raw arguments of a reply's calls. */
export function callsOf(reply: AnswerReply): { id: string; name: string; raw: string }[] {
  return (reply.call ?? []).map((call, index) => ({
    id: call.id ?? `call_${index + 1}`,
    name: call.name,
    raw: call.raw ?? JSON.stringify(call.args ?? {}),
  }));
}

/** A text in the pieces in which it is streamed. */
export function wordsOf(text: string | undefined): string[] {
  return text?.match(/\S+\s*|\s+/g) ?? [];
}
