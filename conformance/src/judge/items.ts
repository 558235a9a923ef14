/** Events -> items of an actor's inbox: what steps can wait for, and what they may forbid. */
import type { Channel, Json } from "../case/format.js";
import type { TraceEvent } from "./contract.js";

/** Something that arrived at an actor. */
export interface Item {
  /** Index of the event in the trace. */
  readonly index: number;
  readonly t: number;
  readonly actor: string;
  readonly channel: Channel;
  readonly value: Json;
}

/** The items that an event puts into the inbox of its actor. */
export function itemsOf(event: TraceEvent, index: number): readonly Item[] {
  const item = (channel: Channel, value: Json): Item => ({
    index,
    t: event.t,
    actor: event.actor,
    channel,
    value,
  });
  switch (event.kind) {
    case "received":
      return event.frame === undefined
        ? [item("line", event.line)]
        : [item("line", event.line), item("frame", event.frame)];
    case "model-request":
      return [item("frame", event.request)];
    case "stderr":
      return [item("stderr", event.line)];
    case "eof":
      return [item("end", event.stream)];
    case "exit":
      return [item("exit", { code: event.code, signal: event.signal })];
    case "signal":
      return [item("signal", event.signal)];
    case "screen":
      return [item("screen", event.text)];
    case "result":
      return [item("result", event.value)];
    case "started":
      return event.facts === undefined ? [] : [item("result", event.facts)];
    default:
      return [];
  }
}

/** On a screen, and on standard error, a plain text is looked for; elsewhere it has to be all there is. */
export function patternFor(channel: Channel, pattern: Json): Json {
  const loose = channel === "screen" || channel === "stderr";
  return loose && typeof pattern === "string" ? { $contains: [pattern] } : pattern;
}
