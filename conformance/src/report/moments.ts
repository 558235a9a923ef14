/** Turns a trace into what people read: what was seen and done, when, by whom. */
import type { Finding, TraceEvent } from "../judge/contract.js";
import type { Moment } from "./model.js";

/** How much of a trace a report keeps. */
export interface MomentLimits {
  /** How many moments. */
  readonly most: number;
  /** How many characters of a line. */
  readonly longest: number;
}

/** A part of a trace for people, and how much was left out on either side. */
export interface Excerpt {
  readonly moments: Moment[];
  readonly omitted: { readonly before: number; readonly after: number };
}

/**
 * The moments of a trace: all, or those around the first divergence where there are too many; as far as there is
 * room, also those of the last.
 *
 * @example
 * ```ts
 * const { moments } = excerptOf(events, findings, { most: 120, longest: 2000 });
 * ```
 */
export function excerptOf(
  events: readonly TraceEvent[],
  findings: readonly Finding[],
  { most, longest }: MomentLimits,
): Excerpt {
  const moments = events.flatMap((event, index) => {
    const said = describe(event);
    if (said === undefined) return [];
    const t = Math.round(event.t * 10) / 10;
    return [{ event: index, t, actor: event.actor, ...said, text: shortened(said.text, longest) }];
  });
  if (moments.length <= most) return { moments, omitted: { before: 0, after: 0 } };
  const places = findings.map((finding) => divergenceIn(moments, events, finding));
  const [first, last] = places.length === 0 ? [0, 0] : [Math.min(...places), Math.max(...places)];
  const wanted = Math.max(
    first - Math.ceil((most * 2) / 3),
    Math.min(last - most + roomAfter, first - roomBefore),
  );
  const from = Math.max(0, Math.min(wanted, moments.length - most));
  return {
    moments: moments.slice(from, from + most),
    omitted: { before: from, after: moments.length - from - most },
  };
}

/**
 * The event at which a finding shows. Where nothing came, that is the last wake-up: the moment at which the
 * judge gave up waiting.
 */
export function divergingEvent(finding: Pick<Finding, "event">, events: readonly TraceEvent[]): number {
  if (finding.event !== undefined) return finding.event;
  const tick = events.findLastIndex((event) => event.kind === "tick");
  return tick === -1 ? Math.max(0, events.length - 1) : tick;
}

/** How much has to be seen before the first divergence, and after the last. */
const roomBefore = 10;
const roomAfter = 5;

function divergenceIn(moments: readonly Moment[], events: readonly TraceEvent[], finding: Finding): number {
  const event = divergingEvent(finding, events);
  const after = moments.findIndex((moment) => moment.event >= event);
  return after === -1 ? moments.length - 1 : after;
}

type Said = Pick<Moment, "direction" | "label" | "text">;

/** What an event says to people; nothing where it is the kit's own bookkeeping. */
function describe(event: TraceEvent): Said | undefined {
  switch (event.kind) {
    case "received":
      return { direction: "in", label: labelOf(event.line), text: event.line };
    case "sent":
      return { direction: "out", label: labelOf(event.line), text: event.line };
    case "raw":
      return { direction: "out", label: "raw bytes", text: JSON.stringify(event.text) };
    case "model-request":
      return { direction: "in", label: "model request", text: JSON.stringify(event.request) };
    case "signal":
      return { direction: "in", label: event.signal, text: "signal" };
    case "screen":
      return { direction: "in", label: "screen", text: event.text };
    case "result":
      return { direction: "note", label: "result", text: JSON.stringify(event.value) };
    case "stderr":
      return { direction: "note", label: "stderr", text: event.line };
    case "started":
      return { direction: "note", label: "started", text: JSON.stringify(event.facts ?? {}) };
    case "not-ready":
      return { direction: "note", label: "not ready", text: event.reason };
    case "eof":
      return { direction: "note", label: `end of ${event.stream}`, text: "" };
    case "exit":
      return { direction: "note", label: "exit", text: exitText(event.code, event.signal) };
    case "file":
      return { direction: "note", label: `file ${event.path}`, text: event.text ?? "is not there" };
    case "performed":
      return event.refused === undefined
        ? undefined
        : { direction: "note", label: "refused", text: event.refused };
    case "harness-error":
      return { direction: "note", label: "fault of the kit", text: event.message };
    case "interrupted":
      return { direction: "note", label: "interrupted", text: event.message };
    case "ready":
    case "tick":
    case "noise":
    case "end":
      return undefined;
  }
}

function exitText(code: number | null, signal: string | null): string {
  return signal === null ? `code ${code}` : `by ${signal}`;
}

/** The type of the frame in a line, with what tells it from others of its kind. */
export function labelOf(line: string): string {
  let frame: unknown;
  try {
    frame = JSON.parse(line);
  } catch {
    return "not a frame";
  }
  if (typeof frame !== "object" || frame === null) return "not a frame";
  const { type, command, event, name, method } = frame as Record<string, unknown>;
  if (typeof type !== "string") return typeof method === "string" ? method : "no type";
  const detail = [command, event, name].find((value) => typeof value === "string");
  return detail === undefined ? type : `${type} ${detail}`;
}

function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
