/**
 * What a target gives the runner, and what the runner gives back.
 *
 * The runner knows no protocol: it starts actors, hands their events to the reducer, performs what the reducer
 * asks for, and stops everything. A target knows what can be asked of the thing under test.
 */
import type { ChildProcess } from "node:child_process";
import type { Case, JsonObject, TargetKind } from "../case/format.js";
import type { Deadline, Finding, Judgement, Send, TraceEvent } from "../judge/contract.js";
import type { Transform } from "./transform.js";

/** An event as an actor reports it: the runner adds actor and, where it is missing, the time. */
export type Observed = TraceEvent extends infer E
  ? E extends TraceEvent
    ? Omit<E, "t" | "actor"> & { readonly t?: number }
    : never
  : never;

/** Folders of one run. All lie in one temporary folder that is removed afterwards. */
export interface RunFolder {
  /** The temporary folder itself; its path is short, so that sockets fit. */
  readonly root: string;
  /** The user's home: `HOME`. */
  readonly home: string;
  /** The project: the working directory of the target. */
  readonly cwd: string;
  /** A short path for a Unix socket. */
  socket(name: string): string;
}

/** What an actor may use. */
export interface ActorContext {
  /** Adds an event of this actor to the trace and hands it to the reducer. Order of calls is order of arrival. */
  emit(event: Observed): void;
  /** Milliseconds since the run began. */
  now(): number;
  /** Translates `process.hrtime.bigint()` of any process of this machine to the run's time. */
  timeOf(hrtime: bigint): number;
  readonly folder: RunFolder;
  /** The environment for what the actor starts: hermetic, with a mark by which strays are found. */
  readonly env: Readonly<Record<string, string>>;
  /** How frames are put into bytes. Only frames of `send`; raw bytes are never changed. */
  readonly transform: Transform;
  /** Registers a process (the leader of its own group): killed with its group at the latest when the run ends. */
  track(child: Pick<ChildProcess, "pid">): void;
  /** Registers any other thing that has to be gone; called at most once, at the latest when the run ends. */
  onCleanup(undo: () => void | Promise<void>): void;
  /** Aborted when the run is given up: by Ctrl-C, or because an actor failed. */
  readonly signal: AbortSignal;
  readonly case: Case;
  readonly run: PlannedRun;
}

/**
 * A part that the kit plays.
 *
 * `start` brings it up. It emits `ready` when its prologue is over (or `not-ready`), during `start` or later.
 * `perform` resolves when the act is done: the bytes are handed to the operating system, the fence is answered.
 * It emits the evidence (`sent`, `raw`, ... with the number of the send) itself; the runner then adds `performed`.
 * It throws {@link TargetRefused} when the target takes no more; any other exception is a fault of the kit.
 * `stop` ends politely what the actor started (for an extension: shutdown, acknowledgement, exit), goes on
 * emitting what arrives, and resolves when its processes are gone and its streams are read to the end. It has to
 * end by itself, however unwilling the target is.
 */
export interface Actor {
  readonly name: string;
  start(): Promise<void>;
  perform(send: Send): Promise<void>;
  stop(): Promise<void>;
}

/** The target no longer takes what the actor has to give it: its input is closed, its process is gone. */
export class TargetRefused extends Error {
  override readonly name = "TargetRefused";
}

/** What is known of a target, for reports. */
export interface TargetFacts {
  readonly kind: TargetKind;
  /** The name of the extension or of the profile. */
  readonly name: string;
  readonly version?: string;
  /** What the command line was given: a folder or a profile file. */
  readonly source: string;
  /** What it registers, its optional parts, the bounds in use; as plain data for reports. */
  readonly details: JsonObject;
}

/** One run of a case, or why there is none. */
export type Planned =
  | { readonly kind: "run"; readonly run: PlannedRun }
  | { readonly kind: "not-applicable" | "could-not-run" | "dependency-failed"; readonly why: string };

/** What one run of a case needs beside the case. Plain data: it becomes the header of the trace. */
export interface PlannedRun {
  /** `tool=weather` in a case that is run for each tool; absent otherwise. */
  readonly instance?: string;
  /** The actors whose `ready` the first step waits for. */
  readonly awaits: readonly string[];
  readonly bindings: JsonObject;
  readonly args: JsonObject;
  readonly deadlines: Readonly<Record<string, Deadline>>;
  /** What invariants ask for. */
  readonly facts: JsonObject;
}

/** Something that can be tested. */
export interface Target {
  readonly kind: TargetKind;
  readonly facts: TargetFacts;
  /** Which runs a case has on this target. Never empty. */
  plan(theCase: Case): readonly Planned[];
  /** Makes the actors of one run, in the order in which they are to be started; they are stopped in reverse. */
  actors(context: (actor: string) => ActorContext): readonly Actor[];
  /** Whether it lacks something that cases only see other things through; asked when a step saw nothing of it. */
  lacks?(observation: string): Promise<boolean>;
  /** What the runs have shown that the plan did not know of, and why there is no run for it. */
  overlooked?(): readonly Overlooked[];
  /** Called once when all runs are over. */
  close?(): Promise<void>;
}

/** Something that a case should have been run for. */
export interface Overlooked {
  readonly kind: "tool" | "command";
  readonly name: string;
  readonly why: string;
}

/** How runs are made. */
export interface RunOptions {
  /** How many runs at a time; 1 unless given. */
  readonly jobs?: number;
  /** Where traces are written, one folder for each run; a temporary folder of the caller's choice. */
  readonly out: string;
  /** Bound of a wait that has no `within`, in milliseconds; 10 000 unless given. */
  readonly patience?: number;
  /** A finding after which nothing more is wanted of the run: it ends, and its processes are killed. */
  readonly enough?: (finding: Finding) => boolean;
  /** How frames are put into bytes; plainly unless given. */
  readonly transform?: Transform;
  /** Runs each case this many times; 1 unless given. */
  readonly repeat?: number;
  /** Gives everything up, cleanly. */
  readonly signal?: AbortSignal;
  /** Leaves the temporary folders of the runs in place. */
  readonly keep?: boolean;
  /** Called as runs begin and end, for live progress. */
  readonly onStart?: (name: RunName) => void;
  readonly onResult?: (result: RunResult) => void;
}

/** Which run it is. */
export interface RunName {
  readonly case: string;
  readonly instance?: string;
  /** Counts from 1 where runs are repeated. */
  readonly round?: number;
  /** Name of the transform, where there is one. */
  readonly transform?: string;
}

/** What came of one run. */
export interface RunResult extends RunName {
  /** `case`, `instance`, `round` and `transform` in one text, unique within a check. */
  readonly id: string;
  readonly title: string;
  readonly file: string;
  readonly proves: readonly string[];
  readonly judgement: Judgement;
  /** The trace's file; absent where nothing was run. */
  readonly trace?: string;
}

/** The first record of a trace. The others are events, one JSON object per line. */
export interface TraceHeader {
  readonly kind: "header";
  readonly version: 1;
  readonly target: TargetFacts;
  readonly name: RunName;
  readonly run: PlannedRun;
  readonly patience: number;
}
