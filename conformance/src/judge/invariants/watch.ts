/** What the invariants share: who is watched, and what was written to whom. */
import { isObject, type JsonObject } from "../../case/json.js";
import type { Broken, Invariant, InvariantResult, TraceEvent } from "../contract.js";

/** An invariant whose state only it knows. */
export function define<S>(invariant: Invariant<S>): Invariant {
  return invariant as Invariant;
}

/** An event that says nothing about an invariant. */
export function unconcerned<S>(state: S): InvariantResult<S> {
  return { state };
}

/** An event that was judged. */
export function judged<S>(state: S, ...broken: readonly Broken[]): InvariantResult<S> {
  return broken.length === 0 ? { state, exercised: true } : { state, exercised: true, broken };
}

/** Several invariants ask for the frames of one event, which may be megabytes long. */
const parsed = new WeakMap<TraceEvent, readonly JsonObject[]>();

/** The frames that the kit wrote with this event: one, or those in raw bytes that are frames all the same. */
export function writtenFrames(event: TraceEvent): readonly JsonObject[] {
  if (event.kind !== "sent" && event.kind !== "raw") return [];
  const known = parsed.get(event);
  if (known !== undefined) return known;
  const frames = event.kind === "sent" ? parseFrame(event.line) : event.text.split("\n").flatMap(parseFrame);
  parsed.set(event, frames);
  return frames;
}

function parseFrame(line: string): readonly JsonObject[] {
  if (!line.includes("{")) return [];
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? [value] : [];
  } catch {
    return [];
  }
}

/** Something that is kept for each process of each actor by itself. */
export type PerProcess<S> = Readonly<Record<string, S>>;

/** The process that an event is about. */
export function processOf(event: TraceEvent): string {
  return event.process === undefined ? event.actor : `${event.actor} ${event.process}`;
}

/** A text field of a frame; empty where it is none. */
export function textOf(frame: JsonObject, field: string): string {
  const value = frame[field];
  return typeof value === "string" ? value : "";
}

/** The texts in a list field of a frame. */
export function textsOf(frame: JsonObject, field: string): readonly string[] {
  const value = frame[field];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
