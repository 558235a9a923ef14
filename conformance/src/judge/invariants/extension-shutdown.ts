/** An extension that is told to stop acknowledges it and ends. */
import { deadlines } from "@extproto/schemas";
import type { Broken, Invariant, JudgeConfig } from "../contract.js";
import { livenessBound } from "../time.js";
import { define, judged, unconcerned, writtenFrames } from "./watch.js";

interface Stopping {
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
const running = { acknowledged: false, exited: false, disturbed: false } as const;

/** The invariants about the end. */
export const extensionShutdown: readonly Invariant[] = [
  define<Stopping>({
    name: "shutdown-acknowledged-and-obeyed",
    target: "extension",
    requirements: [requirement],
    doc: "After shutdown come shutdown_ack and the end of the process, within two seconds.",
    start({ deadlines: known, facts }): Stopping {
      const { shutdownBound } = facts;
      const cut = typeof shutdownBound === "number" ? shutdownBound : Number.POSITIVE_INFINITY;
      return { ...running, noise: 0, deadlines: known, cut };
    },
    step(now, event) {
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
        if (isLate(now, event.t)) return judged({ ...exited, disturbed: true }, stillThere(now));
        return endedByKit(now, event) ? unconcerned({ ...exited, disturbed: true }) : judged(exited);
      }
      // The acknowledgement is looked for last: it may be read after the process was seen to end.
      if (event.kind !== "end" || now.asked === undefined || now.disturbed) return unconcerned(now);
      if (!now.exited) return isLate(now, event.t) ? judged(now, stillThere(now)) : unconcerned(now);
      return now.acknowledged ? judged(now) : judged(now, unacknowledged);
    },
  }),
];

/** Another process of the same run. */
function restarted({ noise, deadlines: known, cut }: Stopping): Stopping {
  return { ...running, noise, deadlines: known, cut };
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

function stillThere(now: Stopping): Broken {
  return {
    requirement,
    expected: `the end of the process within ${deadlines.shutdown.ms} ms of shutdown`,
    actual: `it was still running${now.acknowledged ? " after its shutdown_ack" : " and had sent no shutdown_ack"}, and was ended by a signal`,
    hint: "Leave the main loop on shutdown, and end timers, threads and children that keep the process alive.",
    difference: "late",
  };
}
