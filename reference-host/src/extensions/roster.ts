/** Which extensions there are: found, started, replaced by a reload, stopped; and who owns which name. */
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { ExtensionInfo } from "@extproto/schemas";
import type {
  Candidate,
  CommandListing,
  Deadlines,
  Extension,
  ExtensionSignal,
  ManagerOptions,
  NameChange,
  ReloadReport,
} from "./contract.js";
import { chosenDeadlines } from "./deadlines.js";
import { discover, type Found } from "./discovery.js";
import { ExtprotoProcess } from "./extproto-process.js";
import { FirstClaims } from "./first-claims.js";
import { logPath } from "./home.js";
import { keptGuards } from "./kept-guards.js";
import { listExtensions } from "./listing.js";
import { createExtensionLog, type ExtensionLog } from "./log-file.js";
import { type AttributedTool, Ownership } from "./ownership.js";
import { startAll } from "./start-pool.js";

/** An extension that is slow to greet holds up those behind it for no longer than this. */
const startPatienceMs = 1_000;

/** How a roster is made. */
export interface RosterOptions extends ManagerOptions {
  /** For the user: the host's own word on an extension. */
  readonly onProblem: (extension: string, message: string) => void;
  /** Where it returns a promise, the extension is not read from until that settles. */
  readonly onSignal: (extension: Extension, signal: ExtensionSignal) => Promise<void> | undefined;
}

/** What goes on between a start and the stop that ends it. */
interface Run {
  /** A reload that has not begun to start anything by then starts nothing. */
  ended: boolean;
  /** The last start or reload that was asked for; each waits for the one before. */
  latest: Promise<ReloadReport>;
}

/** What a reload has stopped. */
interface Past {
  readonly stopped: number;
  readonly before: readonly Extension[];
}

const nothingBefore: Past = { stopped: 0, before: [] };

/** The extensions of a host. */
export class Roster {
  readonly #options: RosterOptions;
  readonly #deadlines: Deadlines;
  readonly #logs = new Map<string, ExtensionLog>();
  #found: readonly Found[] = [];
  #extensions: readonly Extension[] = [];
  #ownership: Ownership;
  #run: Run | undefined;
  #stopped: Promise<void> = Promise.resolve();
  /** False while the first registrations come in: contested names go by load order, not by speed. */
  #settled = false;
  #firstClaims = new FirstClaims();
  #tools: readonly AttributedTool[] | undefined;

  constructor(options: RosterOptions) {
    this.#options = { ...options, cwd: resolve(options.cwd), home: resolve(options.home) };
    this.#deadlines = chosenDeadlines(options.deadlines ?? {});
    this.#ownership = this.#newOwnership();
  }

  /** In load order. */
  get extensions(): readonly Extension[] {
    return this.#extensions;
  }

  /** Starts all, once: asked again, it gives the promise of the latest start or reload. */
  start(): Promise<ReloadReport> {
    this.#run ??= this.#begin();
    return this.#run.latest;
  }

  reload(): Promise<ReloadReport> {
    const run = this.#run;
    if (run === undefined) return this.start();
    const next = () => this.#reload(run);
    run.latest = run.latest.then(next, next);
    return run.latest;
  }

  /** Ends all, also what is only about to be started. A start after it begins anew. */
  stop(): Promise<void> {
    const run = this.#run;
    if (run !== undefined) {
      this.#run = undefined;
      run.ended = true;
      this.#stopped = this.#end(run);
    }
    return this.#stopped;
  }

  list(): ExtensionInfo[] {
    const { tools, commands } = { tools: this.tools(), commands: this.commands() };
    return listExtensions({ found: this.#found, extensions: this.#extensions, tools, commands });
  }

  tools(): readonly AttributedTool[] {
    this.#tools ??= this.#ownership.tools(this.#extensions);
    return this.#tools;
  }

  commands(): readonly CommandListing[] {
    return this.#ownership.commands(this.#extensions);
  }

  toolOwner(name: string): Extension | undefined {
    return this.#ownership.toolOwner(name);
  }

  commandOwner(name: string): Extension | undefined {
    return this.#ownership.commandOwner(name);
  }

  /** The log of the extension with this name. */
  log(name: string): ExtensionLog {
    const known = this.#logs.get(name);
    if (known !== undefined) return known;
    const log = createExtensionLog({ path: logPath(this.#options.home, name) });
    this.#logs.set(name, log);
    return log;
  }

  /** Tells the user what an extension did. */
  problem(extension: string, what: string): void {
    this.#options.onProblem(extension, `${extension} ${what}`);
  }

  /** An extension has registered something, or taken it back. */
  registered(extension: Extension, change: NameChange | undefined): void {
    this.#tools = undefined;
    if (change === undefined) return;
    if (this.#settled) this.#ownership.change(extension, change);
    else this.#firstClaims.change(extension, change);
  }

  /** The first registrations of an extension are complete. */
  ready(extension: Extension): void {
    this.#firstClaims.ready(extension);
  }

  /** An extension has ended. While extensions are started, the report of the start tells it. */
  gone(extension: Extension): void {
    this.#tools = undefined;
    if (extension.state === "failed" && this.#settled) this.#tellCrash(extension);
  }

  #begin(): Run {
    const run: Run = { ended: false, latest: this.#stopped.then(() => this.#load(run, nothingBefore)) };
    return run;
  }

  async #reload(run: Run): Promise<ReloadReport> {
    const before = this.#extensions;
    const stopped = before.filter(({ state }) => state === "ready" || state === "starting").length;
    await this.#stopAll();
    return this.#load(run, { stopped, before });
  }

  async #end(run: Run): Promise<void> {
    await this.#stopAll();
    await run.latest.catch(() => {});
    for (const log of this.#logs.values()) log.close();
  }

  async #load(run: Run, past: Past): Promise<ReloadReport> {
    const { stopped, before } = past;
    if (run.ended) return { stopped, loaded: 0, ready: 0, errors: [] };
    this.#settled = false;
    this.#firstClaims = new FirstClaims();
    this.#tools = undefined;
    this.#ownership = this.#newOwnership();
    this.#found = discover(this.#options);
    const started = this.#found.flatMap((found) => this.#judge(found));
    this.#extensions = started;
    const failed = new Map<string, string>();
    await startAll(
      started,
      (extension) =>
        extension.start().catch((error: unknown) => {
          failed.set(extension.candidate.name, error instanceof Error ? error.message : String(error));
        }),
      { width: Math.max(8, availableParallelism() * 2), patienceMs: startPatienceMs },
    );
    const guards = keptGuards({ before, found: this.#found, failed: new Set(failed.keys()) });
    this.#extensions = [...guards, ...started];
    this.#settled = true;
    this.#firstClaims.settle(started, this.#ownership);
    this.#tools = undefined;
    // Those that were still starting when the host ended are nobody's problem.
    if (!run.ended) {
      for (const [name, reason] of failed) {
        this.problem(name, `could not be started: ${reason}; see ${this.log(name).path}`);
      }
    }
    // One that died after its own start and before that of the last has not been told of yet.
    for (const extension of started) {
      if (extension.state === "failed" && !failed.has(extension.candidate.name)) this.#tellCrash(extension);
    }
    return {
      stopped,
      loaded: started.filter((extension) => extension.greeted).length,
      ready: started.filter((extension) => extension.state === "ready").length,
      errors: [
        ...this.#found.flatMap((found) =>
          found.kind === "broken" ? [{ extension: found.name, message: found.message }] : [],
        ),
        ...[...failed].map(([extension, message]) => ({ extension, message })),
      ],
    };
  }

  #judge(found: Found): ExtprotoProcess[] {
    if (found.kind === "candidate") return [this.#create(found.candidate)];
    if (found.kind === "broken") {
      this.#options.onProblem(found.name, `cannot be loaded: ${found.message}`);
      return [];
    }
    const { name, dir, scope } = found.candidate;
    if (found.kind === "hidden") {
      this.log(name).note(`${dir} is not run: ${found.by.dir} has the same name and comes first`);
    } else if (scope === "explicit") {
      this.problem(name, `was not started: the manifest in ${dir} says "enabled": false`);
    }
    return [];
  }

  #create(candidate: Candidate): ExtprotoProcess {
    const { facts, env, secrets, trace, onSignal } = this.#options;
    const extension: ExtprotoProcess = new ExtprotoProcess({
      candidate,
      facts,
      deadlines: this.#deadlines,
      env,
      secrets,
      log: this.log(candidate.name),
      trace,
      onSignal: (signal) => onSignal(extension, signal),
    });
    return extension;
  }

  #newOwnership(): Ownership {
    const { builtinTools, builtinCommands } = this.#options;
    return new Ownership({
      builtinTools,
      builtinCommands,
      onShadowed: ({ candidate }, message) => {
        this.log(candidate.name).note(message);
        this.problem(candidate.name, `is not all in effect: ${message}`);
      },
    });
  }

  async #stopAll(): Promise<void> {
    this.#tools = undefined;
    await Promise.all(this.#extensions.map((extension) => extension.stop()));
  }

  #tellCrash(extension: Extension): void {
    const { name } = extension.candidate;
    const next = `its tools and commands fail until the extensions are reloaded; see ${this.log(name).path}`;
    this.problem(name, `${extension.lastError}; ${next}`);
  }
}
