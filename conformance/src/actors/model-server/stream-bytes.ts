/** Events of a stream -> the pieces in which they are written, plainly or as a transform asks for. */
import type { JsonObject } from "../../case/format.js";
import { isObject } from "../../case/json.js";
import type { Transform } from "../../run/transform.js";
import type { StreamEvent } from "./wire.js";

/**
 * The pieces of one event, the blank line behind it included. The data is a JSON object on one line, as a frame
 * is; so whatever a transform does to a frame, order of fields, ends of lines, cuts, is done to the data too.
 */
export function eventPieces(event: StreamEvent, transform: Transform): readonly Buffer[] {
  const [, head = "", data = ""] = /^([\s\S]*?data: )([\s\S]*)$/.exec(event) ?? [];
  const frame = objectOf(data);
  if (frame === undefined) return [Buffer.from(`${event}\n\n`)];
  const pieces = transform.encode(frame);
  const end = endOfLine(pieces);
  const first = Buffer.from(head.replaceAll("\n", end));
  if (pieces.length === 1) return [Buffer.concat([first, ...pieces, Buffer.from(end)])];
  return [first, ...pieces, Buffer.from(end)];
}

/** The pieces of several events that follow each other at once. */
export function streamPieces(events: readonly StreamEvent[], transform: Transform): readonly Buffer[] {
  const pieces = events.flatMap((event) => eventPieces(event, transform));
  return transform.gather === true ? [Buffer.concat(pieces)] : pieces;
}

function endOfLine(pieces: readonly Buffer[]): string {
  return Buffer.concat(pieces.slice(-2)).toString("latin1").endsWith("\r\n") ? "\r\n" : "\n";
}

function objectOf(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value as JsonObject) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
