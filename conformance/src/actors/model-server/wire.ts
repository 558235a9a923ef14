/** What each provider's wire format has to offer to the server. */
import type { Loose, NeutralRequest } from "./neutral.js";
import type { PlannedAnswer } from "./script.js";

/** One event of a stream: the lines of it without the blank one behind. */
export type StreamEvent = string;

/** An answer, divided at the place where a stalled or broken one stops: behind its text. */
export interface AnswerStream {
  readonly head: readonly StreamEvent[];
  readonly tail: readonly StreamEvent[];
}

/** A wire format. */
export interface Wire {
  /** True where the path of a POST is this format's. */
  matches(path: string): boolean;
  read(body: Loose, key: string): NeutralRequest;
  write(answer: PlannedAnswer, request: NeutralRequest): AnswerStream;
  /** The body of a refused request. */
  refusal(status: number, message: string): unknown;
  /** An error in the middle of a stream. */
  streamError(message: string): StreamEvent;
}

/** An event with its data as JSON. */
export function event(name: string, data: unknown): StreamEvent {
  return `event: ${name}\ndata: ${JSON.stringify(data)}`;
}

/** Data without a name. */
export function data(value: unknown): StreamEvent {
  return `data: ${typeof value === "string" ? value : JSON.stringify(value)}`;
}
