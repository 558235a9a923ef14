/** The events that an extension observes come in their order. */
import type { Invariant } from "../contract.js";
import { show } from "../match.js";
import {
  define,
  judged,
  type PerProcess,
  processOf,
  textOf,
  textsOf,
  unconcerned,
  writtenFrames,
} from "./watch.js";

interface Observed {
  readonly subscribed: readonly string[];
  /** What it had subscribed to when it said that it was ready. */
  readonly atReady: readonly string[] | undefined;
  readonly sessionStarts: number;
  readonly others: number;
  /** The last event of the current model call. */
  readonly last: string | undefined;
}

const nothingYet: Observed = {
  subscribed: [],
  atReady: undefined,
  sessionStarts: 0,
  others: 0,
  last: undefined,
};

interface All {
  readonly probes: readonly string[];
  readonly of: PerProcess<Observed>;
}

const ranks: Readonly<Record<string, number>> = {
  turn_start: 0,
  assistant_message: 1,
  tool_call: 2,
  turn_end: 3,
};

/** What a probe has subscribed to, from its own frames. */
function follow(now: Observed, frames: ReturnType<typeof writtenFrames>): Observed {
  let { subscribed, atReady } = now;
  for (const frame of frames) {
    if (frame.type === "subscribe") subscribed = [...subscribed, ...textsOf(frame, "events")];
    if (frame.type === "ready") atReady ??= subscribed;
  }
  return { ...now, subscribed, atReady };
}

/** The invariants about events. */
export const hostEvents: readonly Invariant[] = [
  define<All>({
    name: "events-in-order",
    target: "host",
    requirements: ["ext.event.session-start", "ext.event.order"],
    doc: "session_start comes first and once; the events of a model call come in their order.",
    start: (_, theCase) => ({ probes: Object.keys(theCase.extensions), of: {} }),
    step(all, event) {
      if (!all.probes.includes(event.actor)) return unconcerned(all);
      const now = all.of[processOf(event)] ?? nothingYet;
      const put = (next: Observed): All => ({ ...all, of: { ...all.of, [processOf(event)]: next } });
      if (event.kind === "started") return unconcerned(put(nothingYet));
      const wrote = writtenFrames(event);
      if (wrote.length > 0) return unconcerned(put(follow(now, wrote)));
      if (event.kind !== "received" || event.frame?.type !== "event") return unconcerned(all);
      const name = textOf(event.frame, "event");
      const received = { actual: show(event.frame), difference: "order" as const };
      if (name === "session_start") {
        const after = put({ ...now, sessionStarts: now.sessionStarts + 1 });
        if (now.sessionStarts === 0 && now.others === 0) return judged(after);
        return judged(after, {
          requirement: "ext.event.session-start",
          expected: "session_start once, before every other event",
          hint: "Send session_start once to each process, first of all events.",
          ...received,
          ...(now.sessionStarts > 0 ? { difference: "duplicate" as const } : {}),
        });
      }
      if (now.others === 0 && now.sessionStarts === 0 && now.atReady?.includes("session_start")) {
        return judged(put({ ...now, others: 1, last: name }), {
          requirement: "ext.event.session-start",
          expected: "session_start before every other event",
          hint: "Send session_start as soon as the extension is ready, before any turn.",
          ...received,
        });
      }
      const after = put({ ...now, others: now.others + 1, last: name });
      if (inOrder(now, name)) return judged(after);
      return judged(after, {
        requirement: "ext.event.order",
        expected: `after ${now.last}, an event that follows it in a model call, or a new turn_start`,
        hint: "Queue the events of one extension and write them in order.",
        ...received,
      });
    },
  }),
];

/** Without the events that frame a call it cannot be told from the next one. */
function inOrder(now: Observed, name: string): boolean {
  const rank = ranks[name];
  const last = now.last === undefined ? undefined : ranks[now.last];
  if (rank === undefined || last === undefined) return true;
  const framed = now.subscribed.includes("turn_start") && now.subscribed.includes("turn_end");
  if (!framed) return true;
  if (rank === 0) return now.last === "turn_end";
  return now.last !== "turn_end" && (rank > last || (rank === last && name === "tool_call"));
}
