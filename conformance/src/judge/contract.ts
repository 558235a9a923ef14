/**
 * What the judge reads and says.
 *
 * Runner and judge share one pure reducer. Events go in; sends, wake-ups and, at the end, a judgement come out.
 * An event is also one record of the trace, so folding the reducer over a stored trace repeats the run.
 */
import type { Act, Case, Json, JsonObject, TargetKind } from "../case/format.js";

/** What every event has. */
interface EventCommon {
  /** Milliseconds since the run began, monotonic, as stamped where the thing was observed. */
  readonly t: number;
  /** The actor that observed it; `run` for the runner itself. */
  readonly actor: string;
  /** Which process of a probe it was, from 1, where the host may run several at a time. */
  readonly process?: number;
}

/** A line that the target wrote. */
export interface ReceivedEvent extends EventCommon {
  readonly kind: "received";
  /** Its text without the LF; of an overlong line only the beginning. */
  readonly line: string;
  /** The object in it, where it is one. Not stored: made again from `line` when a trace is read. */
  readonly frame?: JsonObject;
  /** Length in bytes without the LF. */
  readonly bytes: number;
  /** False: the stream ended before an LF. */
  readonly ended?: false;
  /** The bytes, where they are not UTF-8. */
  readonly base64?: string;
  /** True: longer than what was kept in `line`. */
  readonly cut?: true;
}

/** Everything that a verdict may rest on. */
export type TraceEvent =
  /** A process runs, or a server listens. `facts` says what is worth knowing: pid is never part of it. */
  | (EventCommon & { readonly kind: "started"; readonly facts?: JsonObject })
  /** The actor has done its prologue; the steps begin when all awaited actors are ready. */
  | (EventCommon & { readonly kind: "ready" })
  /** The prologue went wrong by a fault of the target: everything else depends on it. Means nothing afterwards. */
  | (EventCommon & { readonly kind: "not-ready"; readonly reason: string })
  | ReceivedEvent
  /** A line of standard error. */
  | (EventCommon & { readonly kind: "stderr"; readonly line: string })
  /** A frame was handed to the operating system; `t` is the moment before the write. `send` where a step asked. */
  | (EventCommon & { readonly kind: "sent"; readonly line: string; readonly send?: number })
  /** Bytes that are no frame of the kit's were written. */
  | (EventCommon & { readonly kind: "raw"; readonly text: string; readonly send?: number })
  /** The end of a stream was read. */
  | (EventCommon & { readonly kind: "eof"; readonly stream: string })
  /** The process of the target, or of the probe, has ended. */
  | (EventCommon & { readonly kind: "exit"; readonly code: number | null; readonly signal: string | null })
  /** A signal arrived at a probe. */
  | (EventCommon & { readonly kind: "signal"; readonly signal: string })
  /** A request to the model server, in one form for all wire formats. */
  | (EventCommon & { readonly kind: "model-request"; readonly request: JsonObject })
  /** What the user is shown. */
  | (EventCommon & { readonly kind: "screen"; readonly text: string })
  /** The result of something the actor did: a program's output, for one. */
  | (EventCommon & { readonly kind: "result"; readonly value: Json })
  /** What a file held when it was looked at. */
  | (EventCommon & {
      readonly kind: "file";
      readonly path: string;
      readonly text: string | null;
      readonly send?: number;
    })
  /** The actor has done what a step asked for, or could not because the target took no more. Added by the runner. */
  | (EventCommon & {
      readonly kind: "performed";
      readonly send: number;
      readonly act: Act;
      /** Name of the signal, stream or key, where there is one. */
      readonly detail?: string;
      readonly refused?: string;
    })
  /** A wake-up that the reducer asked for. */
  | (EventCommon & { readonly kind: "tick" })
  /** The measured scheduling noise has grown to this many milliseconds. */
  | (EventCommon & { readonly kind: "noise"; readonly ms: number })
  /** The kit itself failed. */
  | (EventCommon & { readonly kind: "harness-error"; readonly message: string })
  /** The run was given up, by Ctrl-C for one. */
  | (EventCommon & { readonly kind: "interrupted"; readonly message: string })
  /** All actors have stopped and every stream has been read to its end. Always the last event. */
  | (EventCommon & { readonly kind: "end" });

/** The name of a kind of event. */
export type EventKind = TraceEvent["kind"];

/** Something that an actor is told to do: concrete, with every reference resolved. */
export interface Send {
  /** Counts from 0 within the run. */
  readonly send: number;
  readonly actor: string;
  readonly act: Act;
  readonly value: Json;
  /** `send raw`: the bytes of each write, in order, as base64; `value` is null then. */
  readonly chunks?: readonly string[];
}

/** A deadline of the target. */
export interface Deadline {
  readonly ms: number;
  /** When the target is too late, where that is not to be computed from `ms` and the noise. */
  readonly bound?: number;
}

/** What the reducer knows beside the case. It is the header of the trace, so a trace can be judged by itself. */
export interface JudgeConfig {
  readonly target: TargetKind;
  /** The actors whose `ready` the first step waits for. */
  readonly awaits: readonly string[];
  /** What `{ $ref: name.path }` finds beside what steps bind: `tool`, `command`, `target`, `run`. */
  readonly bindings: JsonObject;
  /** What `{ $args: kind }` stands for. */
  readonly args: JsonObject;
  readonly deadlines: Readonly<Record<string, Deadline>>;
  /** Bound of a wait that has no `within`. */
  readonly patience: number;
  /** Facts that invariants ask for, by target. */
  readonly facts: JsonObject;
  /** Name of the transform: what is written has other bytes than the trace shows. */
  readonly transform?: string;
}

/** How an assertion came out. `weak`: it held, but only a quiet window shows it. */
export type AssertionStatus = "passed" | "weak" | "failed" | "not-reached";

/** One thing that a run was going to check. All are known before it begins. */
export interface Assertion {
  /** `step 3`, or `invariant lines-are-frames`. */
  readonly id: string;
  readonly kind: "step" | "never" | "invariant";
  readonly requirements: readonly string[];
  /** For people: `first receives { type: tool_call }`. */
  readonly text: string;
}

/** An assertion with its outcome. */
export interface JudgedAssertion extends Assertion {
  readonly status: AssertionStatus;
}

/** Something that the target did wrong. */
export interface Finding {
  /** Never empty; the first is the one to blame. */
  readonly requirements: readonly string[];
  /** The id of the assertion that failed. */
  readonly assertion: string;
  /** Who was to receive or to do it, for a step. */
  readonly actor?: string;
  /** Line of the case file, for a step. */
  readonly line?: number;
  readonly expected: string;
  readonly actual: string;
  /** Index in the trace of the event where expected and actual part; absent where nothing came. */
  readonly event?: number;
  /** What the author of the target should change. */
  readonly hint: string;
  /** What kind of difference it is; stable, for fingerprints: `missing`, `early`, `late`, `forbidden`, `order`, ... */
  readonly difference: Difference;
}

/** The kinds of difference between expected and actual. */
export type Difference =
  | "missing"
  | "late"
  | "early"
  | "order"
  | "forbidden"
  | "refused"
  | "invalid"
  | "duplicate"
  | "unasked";

/** The verdict of one run of a case. */
export type Verdict =
  | "pass"
  | "fail"
  | "warn"
  | "not-applicable"
  | "could-not-run"
  | "dependency-failed"
  | "harness-error";

/** What the judge says of a trace. A live run and its re-judgement give the same, byte for byte. */
export interface Judgement {
  readonly verdict: Verdict;
  /** One sentence, where the verdict is neither pass nor fail nor warn. */
  readonly why?: string;
  readonly assertions: readonly JudgedAssertion[];
  readonly findings: readonly Finding[];
  /** Milliseconds from the first event to the last. */
  readonly elapsed: number;
  /** The largest scheduling noise that was measured. */
  readonly noise: number;
}

/** What a step of the reducer gives. */
export interface StepResult<S> {
  readonly state: S;
  /** What the actors are to do now, in this order. */
  readonly sends: readonly Send[];
  /** The time at which a `tick` is wanted, unless another event changes that before. */
  readonly wake?: number;
  /** What was found wrong in this step. All of them are in the judgement at the end. */
  readonly findings: readonly Finding[];
  /** True once: the program is over, the actors are to be stopped. */
  readonly finished?: true;
}

/** A rule that is watched in every run, beside the steps. */
export interface Invariant<S = unknown> {
  /** A short name: `lines-are-frames`. */
  readonly name: string;
  readonly target: TargetKind;
  /** What it proves; coverage counts these. */
  readonly requirements: readonly string[];
  readonly doc: string;
  start(config: JudgeConfig, theCase: Case): S;
  /** Pure: gives the next state and what was broken by this event. */
  step(state: S, event: TraceEvent, index: number): InvariantResult<S>;
}

/** What an invariant says of an event. */
export interface InvariantResult<S> {
  readonly state: S;
  /** True where this event gave it something to judge; one that never had anything is left out of the plan. */
  readonly exercised?: true;
  readonly broken?: readonly Broken[];
}

/** A finding of an invariant, which knows neither its name nor the index of the event. */
export interface Broken {
  /** True: what comes of the steps that are left says nothing more, so the program ends here. */
  readonly ends?: true;
  readonly requirement: string;
  readonly expected: string;
  readonly actual: string;
  readonly hint: string;
  readonly difference: Difference;
}
