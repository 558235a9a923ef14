/** One run of one case: set up, drive, stop, clean up, judge. */
import { join } from "node:path";
import type { Case, JsonObject } from "../case/format.js";
import type { Judgement, TraceEvent } from "../judge/contract.js";
import { configOf } from "../judge/judge-trace.js";
import { unrun } from "../judge/verdict.js";
import {
  type Actor,
  type ActorContext,
  type Observed,
  type PlannedRun,
  type RunFolder,
  type RunName,
  type RunOptions,
  type RunResult,
  type Target,
  TargetRefused,
  type TraceHeader,
} from "./contract.js";
import { createFilesActor } from "./files-actor.js";
import { makeRunFolder, writeFiles } from "./folder.js";
import { markName, openLedger, type RunLedger } from "./ledger.js";
import { Loop, startClock } from "./loop.js";
import { folderName, runId } from "./names.js";
import { measureNoise } from "./noise.js";
import { TraceWriter } from "./trace-file.js";
import { plain } from "./transform.js";

/** How long an actor may take to stop before that is the kit's fault. */
const longestStop = 60_000;
/** The same when the user has asked for the end. */
const longestAbort = 2_000;

/** What one run needs. */
export interface RunInput {
  readonly case: Case;
  readonly run: PlannedRun;
  readonly target: Target;
  readonly name: RunName;
  readonly options: RunOptions;
}

/** Runs a case once. Never throws: a fault of the kit is a verdict too. Everything started is gone afterwards. */
export async function runCase(input: RunInput): Promise<RunResult> {
  const { case: theCase, name, options } = input;
  const trace = join(options.out, folderName(name), "trace.ndjson");
  const ledger = openLedger();
  const facts = {
    ...name,
    id: runId(name),
    title: theCase.title,
    file: theCase.file,
    proves: theCase.proves,
  };
  try {
    return { ...facts, judgement: await drive(input, trace, ledger), trace };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...facts, judgement: unrun("harness-error", why, theCase) };
  } finally {
    await ledger.close({ keepFolder: options.keep === true });
  }
}

async function drive(input: RunInput, path: string, ledger: RunLedger): Promise<Judgement> {
  const { case: theCase, target, name, options } = input;
  const folder = makeRunFolder();
  ledger.hold(folder);
  writeFiles(folder, theCase.files);
  const run = withBindings(input, folder);
  const header: TraceHeader = {
    kind: "header",
    version: 1,
    target: target.facts,
    name,
    run,
    patience: options.patience ?? 10_000,
  };
  const trace = new TraceWriter(path, header);
  const clock = startClock();
  const actors = new Map<string, Actor>();
  const loop = new Loop({
    case: theCase,
    config: configOf(header),
    trace,
    now: clock.now,
    actor: (actor) => actors.get(actor),
    ...(options.enough === undefined ? {} : { enough: options.enough }),
  });
  const abort = new AbortController();
  const interrupted = (): void => {
    loop.interrupted(options.signal?.reason ?? "interrupted");
    abort.abort(options.signal?.reason);
  };
  if (options.signal?.aborted) interrupted();
  options.signal?.addEventListener("abort", interrupted, { once: true });
  const quiet = measureNoise((ms) => {
    loop.add({ t: clock.now(), actor: "run", kind: "noise", ms: Math.round(ms * 1000) / 1000 });
  });
  const context = (actor: string): ActorContext => ({
    emit: (event: Observed) => loop.add({ ...event, t: event.t ?? clock.now(), actor } as TraceEvent),
    now: clock.now,
    timeOf: clock.timeOf,
    folder,
    env: environment(folder, ledger.mark),
    transform: options.transform ?? plain,
    track: (child) => ledger.track(child),
    onCleanup: (undo) => ledger.onCleanup(undo),
    signal: abort.signal,
    case: theCase,
    run,
  });
  try {
    const started = await startAll(actors, input, context, loop);
    await loop.finished;
    abort.abort();
    if (loop.sated) ledger.killAll();
    await stopAll(started.actors, loop, ledger, options.signal);
    await settled(started.last);
    return loop.end();
  } finally {
    quiet();
    options.signal?.removeEventListener("abort", interrupted);
    trace.close();
  }
}

/** Starts the actors one by one, until one fails or the run is over before it began. */
async function startAll(
  actors: Map<string, Actor>,
  input: RunInput,
  context: (actor: string) => ActorContext,
  loop: Loop,
): Promise<{ readonly actors: readonly Actor[]; readonly last: Promise<void> }> {
  const started: Actor[] = [];
  let last = Promise.resolve();
  let over = false;
  void loop.finished.then(() => {
    over = true;
  });
  try {
    const files = createFilesActor(context("files"));
    for (const actor of [files, ...input.target.actors(context)]) actors.set(actor.name, actor);
    for (const actor of actors.values()) {
      if (over) break;
      started.push(actor);
      last = actor.start().catch((error: unknown) => failedStart(actor, error, context, loop));
      await Promise.race([last, loop.finished]);
    }
  } catch (error) {
    loop.fault("the actors could not be made", error);
  }
  return { actors: started, last };
}

/** An actor that was given up while it started may still be writing to the folder that is about to be removed. */
async function settled(start: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestAbort);
  });
  await Promise.race([start, enough]);
  clearTimeout(timer);
}

/** What cannot be started because of the target is a failed dependency; anything else is the kit's fault. */
function failedStart(
  actor: Actor,
  error: unknown,
  context: (actor: string) => ActorContext,
  loop: Loop,
): void {
  if (error instanceof TargetRefused) context(actor.name).emit({ kind: "not-ready", reason: error.message });
  else loop.fault(`${actor.name} could not be started`, error);
}

/** Stops the actors in reverse order. After an interruption their processes are ended first. */
async function stopAll(
  started: readonly Actor[],
  loop: Loop,
  ledger: RunLedger,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const actor of [...started].reverse()) {
    const patience = limitedPatience(signal, () => ledger.killAll());
    const stopping = actor.stop().then(
      () => undefined,
      (error: unknown) => error ?? new Error("it failed"),
    );
    const outcome = await Promise.race([stopping, patience.over]);
    patience.dispose();
    if (outcome === undefined || signal?.aborted) continue;
    loop.fault(`${actor.name} could not be stopped`, outcome);
    ledger.killAll();
  }
}

/** Gives up after a long time, and soon once the user wants to leave. */
function limitedPatience(
  signal: AbortSignal | undefined,
  kill: () => void,
): { readonly over: Promise<Error>; dispose(): void } {
  let timer: NodeJS.Timeout | undefined;
  let leave = (): void => undefined;
  const over = new Promise<Error>((resolve) => {
    const giveUp = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => resolve(new Error("it did not stop in time")), ms);
    };
    leave = () => {
      kill();
      giveUp(longestAbort);
    };
    if (signal?.aborted) leave();
    else giveUp(longestStop);
  });
  signal?.addEventListener("abort", leave, { once: true });
  return {
    over,
    dispose() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leave);
    },
  };
}

function withBindings({ target, run }: RunInput, folder: RunFolder): PlannedRun {
  const { name, version } = target.facts;
  const bindings: JsonObject = {
    target: { name, ...(version === undefined ? {} : { version }) },
    run: { cwd: folder.cwd, home: folder.home },
    ...run.bindings,
  };
  return { ...run, bindings };
}

/** Only what programs need to run at all; nothing of the user's. */
function environment(folder: RunFolder, mark: string): Readonly<Record<string, string>> {
  const { PATH = "", SHELL, USER, LOGNAME, TZ } = process.env;
  const kept = Object.entries({ SHELL, USER, LOGNAME, TZ }).filter((entry) => entry[1] !== undefined);
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    PATH,
    HOME: folder.home,
    TMPDIR: join(folder.root, "tmp"),
    LANG: "C.UTF-8",
    [markName]: mark,
  };
}
