/** Bytes of the target -> events of the trace. */
import type { ReceivedEvent } from "../../judge/contract.js";
import { received } from "../../run/received.js";
import { LineSplitter } from "../../validate/split-lines.js";

/** More than any line that is judged by its content. */
const largestKept = 32 * 1024 * 1024;

/** A line as an actor emits it. */
export type ReceivedLine = Omit<ReceivedEvent, "actor">;

/** Cuts one stream into `received` events. */
export class ReceivedLines {
  readonly #splitter = new LineSplitter(largestKept);

  /** The events of the lines that this chunk completes. */
  *push(chunk: Buffer, t: number): Generator<ReceivedLine> {
    for (const line of this.#splitter.push(chunk)) yield { ...received(line), t };
  }

  /** The event of a last line without an LF, if there is one. */
  *end(t: number): Generator<ReceivedLine> {
    for (const line of this.#splitter.end()) yield { ...received(line), t };
  }
}

/** The text of bytes in base64 pieces, for the trace. */
export function textOf(pieces: readonly string[]): string {
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece, "base64"))).toString("utf8");
}
