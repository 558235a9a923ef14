/** A host keeps to the state of each extension's session. */
import { deadlines, findFrame } from "@extproto/schemas";
import type { Case } from "../../case/format.js";
import type { JsonObject } from "../../case/json.js";
import type { Invariant, JudgeConfig, TraceEvent } from "../contract.js";
import { show } from "../match.js";
import { earlySlack } from "../time.js";
import { isAddition } from "./extension-registration.js";
import { session } from "./extension-session.js";
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

/** A frame that a probe received. */
function toProbe(event: TraceEvent, probes: readonly string[]): JsonObject | undefined {
  return event.kind === "received" && probes.includes(event.actor) ? event.frame : undefined;
}

function probesOf(theCase: Case): readonly string[] {
  return Object.keys(theCase.extensions);
}

interface Session {
  readonly greeted: boolean;
  /** When it greeted. */
  readonly since: number;
  readonly acknowledged: boolean;
  readonly ready: boolean;
  readonly stopping: boolean;
  /** When the probe wrote last. */
  readonly last: number;
  readonly announced: readonly string[];
}

const spawned: Session = {
  greeted: false,
  since: 0,
  acknowledged: false,
  ready: false,
  stopping: false,
  last: 0,
  announced: [],
};

interface Sessions {
  readonly probes: readonly string[];
  readonly of: PerProcess<Session>;
  readonly idle: number;
  readonly grace: number;
  readonly noise: number;
}

function begin(config: JudgeConfig, theCase: Case): Sessions {
  const idle = config.deadlines.ready_idle?.ms ?? deadlines.ready_idle.ms;
  const grace = config.deadlines.ready_grace?.ms ?? deadlines.ready_grace.ms;
  return { probes: probesOf(theCase), of: {}, idle, grace, noise: 0 };
}

/** What a probe's own frames, and the start of its process, change. */
function follow(now: Sessions, event: TraceEvent): Sessions {
  if (event.kind === "noise") return { ...now, noise: Math.max(now.noise, event.ms) };
  if (!now.probes.includes(event.actor)) return now;
  const put = (next: Session): Sessions => ({ ...now, of: { ...now.of, [processOf(event)]: next } });
  if (event.kind === "started") return put(spawned);
  const before = now.of[processOf(event)] ?? spawned;
  const wrote = writtenFrames(event);
  if (wrote.length > 0) {
    const hello = wrote.find((frame) => frame.type === "hello");
    return put({
      ...before,
      last: event.t,
      greeted: before.greeted || hello !== undefined,
      since: before.greeted || hello === undefined ? before.since : event.t,
      ready: before.ready || wrote.some((frame) => frame.type === "ready"),
      announced: hello === undefined ? before.announced : textsOf(hello, "capabilities"),
    });
  }
  const frame = toProbe(event, now.probes);
  if (frame?.type === "hello_ack") return put({ ...before, acknowledged: true });
  if (frame?.type === "shutdown") return put({ ...before, stopping: true });
  return now;
}

const ackFirst = define<Sessions>({
  name: "hello-ack-first",
  target: "host",
  requirements: ["ext.handshake.ack-first"],
  doc: "The first frame to an extension is hello_ack, after its hello.",
  start: begin,
  step(now, event) {
    const after = follow(now, event);
    const frame = toProbe(event, now.probes);
    if (frame === undefined) return unconcerned(after);
    const before = now.of[processOf(event)] ?? spawned;
    if (before.acknowledged || before.stopping) return unconcerned(after);
    if (frame.type === "hello_ack" && before.greeted) return judged(after);
    return judged(after, {
      requirement: "ext.handshake.ack-first",
      expected: before.greeted ? "hello_ack as the first frame" : "no frame before the extension's hello",
      actual: show(frame),
      hint: "Write hello_ack in answer to hello, before every other frame.",
      difference: "order",
    });
  },
});

const keepsToState = define<Sessions>({
  name: "host-keeps-to-state",
  target: "host",
  requirements: ["ext.handshake.host-keeps-to-state"],
  doc: "A host sends an extension only what session.json allows it in the state of the session.",
  start: begin,
  step(now, event) {
    const after = follow(now, event);
    const frame = toProbe(event, now.probes);
    const type = frame === undefined ? "" : textOf(frame, "type");
    if (frame === undefined || findFrame(`extproto.host.${type}`) === undefined) return unconcerned(after);
    const before = now.of[processOf(event)] ?? spawned;
    // What comes before hello_ack is the business of hello-ack-first.
    if (!before.acknowledged && !before.stopping) return unconcerned(after);
    const over = (since: number, ms: number) => event.t - since >= ms - earlySlack(ms, "received", now.noise);
    const waited = over(before.last, now.idle) || over(before.since, now.grace);
    const state = before.stopping ? "stopping" : before.ready || waited ? "ready" : "registering";
    const allowed = session().allowed[state]?.host ?? [];
    if (allowed.includes(`extproto.host.${type}`)) return judged(after);
    return judged(after, {
      requirement: "ext.handshake.host-keeps-to-state",
      expected: `in the state ${state}, ${allowed.map((name) => name.split(".").at(-1)).join(", ") || "no frame at all"}`,
      actual: show(frame),
      hint:
        state === "stopping"
          ? "Write nothing after shutdown."
          : `Hold ${type} back until the extension is ready, or has been silent long enough.`,
      difference: "order",
    });
  },
});

const additions = define<Sessions>({
  name: "additions-announced-by-extension",
  target: "host",
  requirements: ["growth.capability.plain-extension-untouched"],
  doc: "A host sends no frame of an addition to an extension that did not announce it.",
  start: begin,
  step(now, event) {
    const after = follow(now, event);
    const frame = toProbe(event, now.probes);
    const type = frame === undefined ? "" : textOf(frame, "type");
    const capability = frame === undefined ? undefined : findFrame(`extproto.host.${type}`)?.capability;
    if (frame === undefined || capability === undefined || !isAddition(capability)) return unconcerned(after);
    if ((now.of[processOf(event)] ?? spawned).announced.includes(capability)) return judged(after);
    return judged(after, {
      requirement: "growth.capability.plain-extension-untouched",
      expected: `no ${type}: the extension did not announce ${capability}`,
      actual: show(frame),
      hint: `Send ${type} only to extensions with ${show(capability)} in hello.capabilities.`,
      difference: "unasked",
    });
  },
});

interface Open {
  readonly key: string;
  readonly t: number;
}

interface Requests extends Sessions {
  readonly open: PerProcess<readonly Open[]>;
  readonly deadlines: Readonly<Record<string, number>>;
}

const deadlineOf: Readonly<Record<string, "tool" | "command" | "intercept">> = {
  tool_call: "tool",
  command_invoked: "command",
  event_intercept: "intercept",
};
const answerTo: Readonly<Record<string, string>> = {
  tool_result: "tool_call",
  command_response: "command_invoked",
  event_intercept_response: "event_intercept",
};

const uniqueIds = define<Requests>({
  name: "request-ids-unique",
  target: "host",
  requirements: ["ext.framing.request-id-unique"],
  doc: "No two open requests of one type to one extension have the same id.",
  start: (config, theCase) => ({
    ...begin(config, theCase),
    open: {},
    deadlines: Object.fromEntries(
      Object.values(deadlineOf).map((name) => [name, config.deadlines[name]?.ms ?? deadlines[name].ms]),
    ),
  }),
  step(now, event) {
    if (!now.probes.includes(event.actor)) return unconcerned(now);
    const open = now.open[processOf(event)] ?? [];
    const put = (next: readonly Open[]): Requests => ({
      ...now,
      open: { ...now.open, [processOf(event)]: next },
    });
    if (event.kind === "started") return unconcerned(put([]));
    const answered = writtenFrames(event).map(
      (frame) => `${answerTo[textOf(frame, "type")]} ${textOf(frame, "id")}`,
    );
    if (answered.length > 0) return unconcerned(put(open.filter(({ key }) => !answered.includes(key))));
    const frame = toProbe(event, now.probes);
    const type = frame === undefined ? "" : textOf(frame, "type");
    const deadline = deadlineOf[type];
    if (frame === undefined || deadline === undefined) return unconcerned(now);
    const key = `${type} ${textOf(frame, "id")}`;
    const waits = (now.deadlines[deadline] ?? 0) / 2;
    const twice = open.some((each) => each.key === key && event.t - each.t < waits);
    const after = put([...open, { key, t: event.t }]);
    if (!twice) return judged(after);
    return judged(after, {
      requirement: "ext.framing.request-id-unique",
      expected: `an id that no open ${type} to this extension has`,
      actual: `${show(textOf(frame, "id"))} again, in ${show(frame)}`,
      hint: "Count the ids of requests, or make them random.",
      difference: "duplicate",
    });
  },
});

interface Consultation {
  readonly actor: string;
  readonly process: string;
  readonly id: string;
  /** What is asked about: one action, whoever is asked. */
  readonly action: string;
  readonly t: number;
}

interface Consultations {
  readonly probes: readonly string[];
  readonly open: readonly Consultation[];
  readonly deadline: number;
}

const serial = define<Consultations>({
  name: "interceptors-asked-in-turn",
  target: "host",
  requirements: ["ext.intercept.serial"],
  doc: "An interceptor is not asked about an action while another one is still being asked.",
  start: (config, theCase) => ({
    probes: probesOf(theCase),
    open: [],
    deadline: config.deadlines.intercept?.ms ?? deadlines.intercept.ms,
  }),
  step(now, event) {
    if (!now.probes.includes(event.actor)) return unconcerned(now);
    const put = (open: readonly Consultation[]) => ({ ...now, open });
    if (["exit", "eof", "started"].includes(event.kind))
      return unconcerned(put(now.open.filter(({ process }) => process !== processOf(event))));
    const ids = writtenFrames(event).map((frame) => textOf(frame, "id"));
    if (ids.length > 0)
      return unconcerned(
        put(now.open.filter(({ process, id }) => process !== processOf(event) || !ids.includes(id))),
      );
    const frame = toProbe(event, now.probes);
    if (frame?.type !== "event_intercept") return unconcerned(now);
    const asked = {
      actor: event.actor,
      process: processOf(event),
      id: textOf(frame, "id"),
      action: actionOf(frame),
      t: event.t,
    };
    const other = now.open.find(
      (each) =>
        each.action === asked.action &&
        each.actor !== event.actor &&
        event.t > each.t &&
        event.t - each.t < now.deadline / 2,
    );
    const after = put([...now.open, asked]);
    if (other === undefined) return judged(after);
    return judged(after, {
      requirement: "ext.intercept.serial",
      expected: `${other.actor} to have answered before ${event.actor} is asked`,
      actual: `${event.actor} was asked while ${other.actor} had not answered: ${show(frame)}`,
      hint: "Ask one interceptor after the other, and wait for each.",
      difference: "order",
    });
  },
});

/** Calls of one answer have different ids; a turn has its step; a text can be changed on the way, so it is left out. */
function actionOf(frame: JsonObject): string {
  return `${textOf(frame, "event")} ${textOf(frame, "tool_id")} ${String(frame.step ?? "")}`;
}

/** The invariants about what probes receive. */
export const hostSession: readonly Invariant[] = [ackFirst, keepsToState, additions, uniqueIds, serial];
