/** A line of bytes -> the fields of its event. */
import { isUtf8 } from "node:buffer";
import { isObject, type JsonObject } from "../case/json.js";
import type { ReceivedEvent } from "../judge/contract.js";
import type { RawLine } from "../validate/split-lines.js";

type Received = Omit<ReceivedEvent, "t" | "actor">;

/** The object in a line, where it is one. */
export function frameIn(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The event of a line, as an actor emits it.
 *
 * @example
 * ```ts
 * for (const line of splitter.push(chunk)) context.emit(received(line));
 * ```
 */
export function received(raw: RawLine): Received {
  const line = raw.bytes.toString("utf8");
  const valid = isUtf8(raw.bytes);
  return withFrame({
    kind: "received",
    line,
    bytes: raw.length,
    ...(raw.ended ? {} : { ended: false }),
    ...(valid ? {} : { base64: raw.bytes.toString("base64") }),
    ...(raw.cut ? { cut: true } : {}),
  });
}

/** Adds the frame to a received line. What is cut off or not UTF-8 has none. */
export function withFrame<E extends Received>(event: E): E {
  if (event.cut || event.base64 !== undefined) return event;
  const frame = frameIn(event.line);
  return frame === undefined ? event : { ...event, frame };
}
