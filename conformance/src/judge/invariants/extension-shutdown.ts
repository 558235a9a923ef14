/** An extension that is told to stop acknowledges it and ends. */
import { deadlines } from "@extproto/schemas";
import type { Broken, Invariant, JudgeConfig, TraceEvent } from "../contract.js";
import { livenessBound, rounded } from "../time.js";
import { requests } from "./extension-answers.js";
import { define, judged, textOf, unconcerned, writtenFrames } from "./watch.js";

interface Stopping {
  /** Whether the case is about the end, so that what it sends before is part of the question. */
  readonly about: boolean;
  /**
   * What the case has sent and nothing shows to be survived: ids of requests, and an empty text for what has no
   * answer. As long as there is something, an extension may have died of that, which is for the case to judge.
   */
  readonly unproved: readonly string[];
  /** When shutdown was written to a running extension. */
  readonly asked?: number;
  readonly acknowledged: boolean;
  readonly exited: boolean;
  /** Nothing more is to be said: the case has interfered, or the fault has been reported. */
  readonly disturbed: boolean;
  readonly noise: number;
  readonly deadlines: JudgeConfig["deadlines"];
  /** From when after shutdown the kit may have ended the process itself, in milliseconds. */
  readonly cut: number;
}

const requirement = "ext.shutdown.prompt-exit";
const running = { unproved: [], acknowledged: false, exited: false, disturbed: false } as const;

/** The invariants about the end. */
export const extensionShutdown: readonly Invariant[] = [
  define<Stopping>({
    name: "shutdown-acknowledged-and-obeyed",
    target: "extension",
    requirements: [requirement],
    doc: "After shutdown come shutdown_ack and the end of the process, within two seconds.",
    start({ deadlines: known, facts }, { proves }): Stopping {
      const { shutdownBound } = facts;
      const cut = typeof shutdownBound === "number" ? shutdownBound : Number.POSITIVE_INFINITY;
      return { ...running, about: proves.includes(requirement), noise: 0, deadlines: known, cut };
    },
    step(before, event) {
      const now = proved(before, event);
      if (event.actor !== "host" && event.kind !== "noise" && event.kind !== "end") return unconcerned(now);
      if (event.kind === "started") return unconcerned(restarted(now));
      if (event.kind === "noise") return unconcerned({ ...now, noise: Math.max(now.noise, event.ms) });
      if (writtenFrames(event).some((frame) => frame.type === "shutdown") && now.asked === undefined)
        return unconcerned(now.exited ? now : { ...now, asked: event.t });
      if (event.kind === "performed" && (event.act === "signal" || event.act === "close"))
        return unconcerned({ ...now, disturbed: true });
      if (event.kind === "received" && event.frame?.type === "shutdown_ack")
        return unconcerned({ ...now, acknowledged: true });
      if (event.kind === "exit" && !now.exited) {
        const exited = { ...now, exited: true };
        if (now.asked === undefined || now.disturbed) return unconcerned({ ...exited, disturbed: true });
        if (isLate(now, event.t) && mayBlame(now))
          return judged({ ...exited, disturbed: true }, stillThere(now, event));
        return unconcerned(endedByKit(now, event) ? { ...exited, disturbed: true } : exited);
      }
      // The acknowledgement is looked for last: it may be read after the process was seen to end.
      if (event.kind !== "end" || now.asked === undefined || now.disturbed) return unconcerned(now);
      if (!mayBlame(now)) return unconcerned(now);
      if (!now.exited) return isLate(now, event.t) ? judged(now, stillThere(now)) : unconcerned(now);
      return now.acknowledged ? judged(now) : judged(now, unacknowledged);
    },
  }),
];

/** Another process of the same run. */
function restarted({ about, noise, deadlines: known, cut }: Stopping): Stopping {
  return { ...running, about, noise, deadlines: known, cut };
}

/** What a step wrote is in doubt until it is answered; an answer shows that all before it has been read. */
function proved(now: Stopping, event: TraceEvent): Stopping {
  if (event.actor !== "host") return now;
  if (event.kind === "received" && typeof event.frame?.id === "string") {
    const place = now.unproved.indexOf(event.frame.id);
    if (place < 0) return now;
    return {
      ...now,
      unproved: now.unproved.filter((id, index) => index > place || (index < place && id !== "")),
    };
  }
  const byStep = (event.kind === "sent" || event.kind === "raw") && event.send !== undefined;
  if (!byStep || isPlainShutdown(event)) return now;
  const [frame] = writtenFrames(event);
  const answerable = event.kind === "sent" && frame !== undefined && requests.has(textOf(frame, "type"));
  const id = answerable ? textOf(frame, "id") : "";
  return { ...now, unproved: [...now.unproved, id] };
}

/** A shutdown as every host writes it: nothing in it can be what was not survived. */
function isPlainShutdown(event: TraceEvent): boolean {
  const [frame] = writtenFrames(event);
  return event.kind === "sent" && frame?.type === "shutdown" && Object.keys(frame).length === 1;
}

/** Whoever acknowledges has read the shutdown, and so has survived what came before. */
function mayBlame({ about, acknowledged, unproved }: Stopping): boolean {
  return about || acknowledged || unproved.length === 0;
}

/** Only time shows that it is late: the kit may lose patience with a run that is not about the end. */
function isLate(now: Stopping, t: number): boolean {
  const bound =
    livenessBound({ $deadline: "shutdown" }, now.deadlines, now.noise) ??
    livenessBound(deadlines.shutdown.ms, {}, now.noise) ??
    0;
  return t - (now.asked ?? t) > bound;
}

/** Whether the kit may have ended it before its time was over; then nothing is known of its own end. */
function endedByKit(now: Stopping, event: { readonly t: number; readonly signal: string | null }): boolean {
  const { signal, t } = event;
  return signal === "SIGKILL" || signal === "SIGTERM" || t - (now.asked ?? t) >= now.cut;
}

const unacknowledged: Broken = {
  requirement,
  expected: "shutdown_ack, then the end of the process",
  actual: "the process ended without shutdown_ack",
  hint: "Write shutdown_ack and flush it before you exit.",
  difference: "missing",
};

/** How a process ended. */
type Exit = Extract<TraceEvent, { kind: "exit" }>;

function stillThere(now: Stopping, exit?: Exit): Broken {
  const acknowledged = now.acknowledged ? "it sent shutdown_ack" : "it sent no shutdown_ack";
  return {
    requirement,
    expected: `the end of the process within ${deadlines.shutdown.ms} ms of shutdown`,
    actual: `${acknowledged} and ${endText(now, exit)}`,
    hint: "Leave the main loop on shutdown, and end timers, threads and children that keep the process alive.",
    difference: "late",
  };
}

function endText({ asked }: Stopping, exit: Exit | undefined): string {
  if (exit === undefined) return "was still running";
  const { code, signal, t } = exit;
  const how = signal === null ? `with code ${code}` : `only by ${signal}`;
  return `ended ${how}, ${rounded((t - (asked ?? t)) / 1000)} s after shutdown`;
}
