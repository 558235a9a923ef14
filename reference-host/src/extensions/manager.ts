/** All extensions of a host: found, started, asked, stopped. */
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { type ExtensionInfo, type Event as HostEvent, type JsonObject, noteLevels } from "@extproto/schemas";
import { failedTool } from "./answers.js";
import type {
  CallOptions,
  Candidate,
  CommandListing,
  CommandOutcome,
  Deadlines,
  Extension,
  ExtensionManager,
  ExtensionSignal,
  InterceptOutcome,
  InterceptRequest,
  ManagerOptions,
  MessageVerdict,
  ReloadReport,
  ToolCallVerdict,
  ToolOutcome,
  TurnVerdict,
} from "./contract.js";
import { chosenDeadlines } from "./deadlines.js";
import { discover, type Found } from "./discovery.js";
import { ExtprotoProcess } from "./extproto-process.js";
import { logPath } from "./home.js";
import { runInterceptChain } from "./intercept-chain.js";
import { keptGuards } from "./kept-guards.js";
import { listExtensions } from "./listing.js";
import { createExtensionLog, type ExtensionLog } from "./log-file.js";
import { ManagerEvents, type ManagerListener } from "./manager-events.js";
import { PanelFocus } from "./open-panel.js";
import { type AttributedTool, Ownership, type RegisteredNames, registeredNames } from "./ownership.js";
import { startAll } from "./start-pool.js";

const levels: ReadonlySet<string> = new Set(noteLevels);
/** An extension that is slow to greet holds up those behind it for no longer than this. */
const startPatienceMs = 1_000;

/**
 * Makes the manager of a host's extensions. Nothing is started before `start()`.
 *
 * @example
 * ```ts
 * const manager = createExtensionManager({
 *   home: zotHome({ env: process.env }), cwd: process.cwd(), explicit: ["./my-extension"], discover: true,
 *   facts: () => ({ version: "1.0.0", provider: "scripted", model: "scripted", cwd: process.cwd() }),
 *   builtinTools: () => new Set(["read"]), builtinCommands: () => new Set(["help"]),
 *   secrets: [], env: process.env,
 * });
 * manager.onEvent((event) => console.error(event));
 * process.on("exit", killExtensionProcesses);
 * await manager.start();
 * ```
 */
export function createExtensionManager(options: ManagerOptions): ExtensionManager {
  return new Manager(options);
}

class Manager implements ExtensionManager {
  readonly #options: ManagerOptions;
  readonly #deadlines: Deadlines;
  readonly #events = new ManagerEvents();
  readonly #panel = new PanelFocus((event) => this.#events.tell(event));
  readonly #logs = new Map<string, ExtensionLog>();
  #found: readonly Found[] = [];
  /** In load order. */
  #extensions: readonly Extension[] = [];
  #ownership: Ownership;
  #ending = false;
  /** False while the first registrations come in: contested names go by load order, not by speed. */
  #settled = false;
  /** What each extension had registered when it was ready, and what came after that before all were. */
  #first = new Map<Extension, RegisteredNames>();
  #later: { readonly extension: Extension; readonly names: RegisteredNames }[] = [];
  #tools: readonly AttributedTool[] | undefined;

  constructor(options: ManagerOptions) {
    this.#options = { ...options, cwd: resolve(options.cwd), home: resolve(options.home) };
    this.#deadlines = chosenDeadlines(options.deadlines ?? {});
    this.#ownership = this.#newOwnership();
  }

  async start(): Promise<ReloadReport> {
    return this.#load({ stopped: 0, before: [] });
  }

  async reload(): Promise<ReloadReport> {
    const before = this.#extensions;
    const stopped = before.filter(({ state }) => state === "ready" || state === "starting").length;
    await this.#stopAll();
    return this.#load({ stopped, before });
  }

  async stop(): Promise<void> {
    this.#ending = true;
    await this.#stopAll();
    for (const log of this.#logs.values()) log.close();
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

  async callTool(
    name: string,
    args: JsonObject,
    options: CallOptions,
  ): Promise<ToolOutcome & { readonly extension: string }> {
    const owner = this.#ownership.toolOwner(name);
    if (owner === undefined) return { ...failedTool(`There is no tool ${name}.`), extension: "" };
    const { content, isError } = await owner.callTool(name, args, options);
    return { content, isError, extension: owner.candidate.name };
  }

  async invokeCommand(name: string, args: string, options: CallOptions): Promise<CommandOutcome | undefined> {
    const owner = this.#ownership.commandOwner(name);
    if (owner === undefined) return undefined;
    const outcome = await owner.invokeCommand(name, args, options);
    const extension = owner.candidate.name;
    if (outcome.action === "prompt") this.#events.tell({ type: "submit", extension, text: outcome.prompt });
    else if (outcome.action === "insert")
      this.#events.tell({ type: "insert", extension, text: outcome.text });
    else if (outcome.action === "display")
      this.#events.tell({ type: "display", extension, text: outcome.text });
    else if (outcome.action === "open_panel") this.#panel.open(owner, outcome.panel);
    return outcome;
  }

  emit(event: HostEvent): void {
    // Each process gets a session_start of its own, when its registrations are complete.
    if (event.event === "session_start") return;
    for (const extension of this.#extensions) extension.emit(event);
  }

  intercepts(event: InterceptRequest["event"]): boolean {
    return this.#extensions.some(({ state, subscriptions }) =>
      (state === "ready" ? subscriptions.intercept : subscriptions.failClosed).has(event),
    );
  }

  async interceptToolCall(
    call: { toolId: string; toolName: string; toolArgs: JsonObject },
    signal: AbortSignal,
  ): Promise<ToolCallVerdict> {
    const verdict = await this.#ask({ event: "tool_call", ...call } as const, signal);
    return verdict.allow ? { allow: true, args: verdict.request.toolArgs } : verdict;
  }

  async interceptTurn(step: number, signal: AbortSignal): Promise<TurnVerdict> {
    const verdict = await this.#ask({ event: "turn_start", step } as const, signal);
    return verdict.allow ? { allow: true } : verdict;
  }

  async interceptMessage(text: string, signal: AbortSignal): Promise<MessageVerdict> {
    const verdict = await this.#ask({ event: "assistant_message", text } as const, signal);
    return verdict.allow ? { allow: true, text: verdict.request.text } : verdict;
  }

  openPanel() {
    return this.#panel.current;
  }

  panelKey(panelId: string, key: string, text: string | undefined): boolean {
    return this.#panel.key(panelId, key, text);
  }

  closePanel(panelId: string): boolean {
    return this.#panel.closeByUser(panelId);
  }

  onEvent(listener: ManagerListener): () => void {
    return this.#events.add(listener);
  }

  async #load(past: { stopped: number; before: readonly Extension[] }): Promise<ReloadReport> {
    this.#settled = false;
    this.#first.clear();
    this.#later = [];
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
    const guards = keptGuards({ before: past.before, found: this.#found, failed: new Set(failed.keys()) });
    this.#extensions = [...guards, ...started];
    this.#settled = true;
    for (const extension of started) this.#ownership.claim(extension, this.#first.get(extension));
    for (const { extension, names } of this.#later) this.#ownership.claim(extension, names);
    this.#tools = undefined;
    // Those that were still starting when the host ended are nobody's problem.
    if (!this.#ending) {
      for (const [name, reason] of failed) this.#problem(name, `could not be started: ${reason}`);
    }
    // One that died after its own start and before that of the last has not been told of yet.
    for (const extension of started) {
      if (extension.state === "failed" && !failed.has(extension.candidate.name)) this.#tellCrash(extension);
    }
    return {
      stopped: past.stopped,
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
      this.#events.tell({
        type: "problem",
        extension: found.name,
        message: `cannot be loaded: ${found.message}`,
      });
      return [];
    }
    const { name, dir, scope } = found.candidate;
    if (found.kind === "hidden") {
      this.#log(name).note(`${dir} is not run: ${found.by.dir} has the same name and comes first`);
    } else if (scope === "explicit") {
      this.#problem(name, `was not started: the manifest in ${dir} says "enabled": false`);
    }
    return [];
  }

  #create(candidate: Candidate): ExtprotoProcess {
    const { facts, env, secrets, trace } = this.#options;
    const extension: ExtprotoProcess = new ExtprotoProcess({
      candidate,
      facts,
      deadlines: this.#deadlines,
      env,
      secrets,
      log: this.#log(candidate.name),
      trace,
      onSignal: (signal) => this.#hear(extension, signal),
    });
    return extension;
  }

  #newOwnership(): Ownership {
    const { builtinTools, builtinCommands } = this.#options;
    return new Ownership({
      builtinTools,
      builtinCommands,
      onShadowed: ({ candidate }, message) => {
        this.#log(candidate.name).note(message);
        this.#problem(candidate.name, `is not all in effect: ${message}`);
      },
    });
  }

  #log(name: string): ExtensionLog {
    const known = this.#logs.get(name);
    if (known !== undefined) return known;
    const log = createExtensionLog({ path: logPath(this.#options.home, name) });
    this.#logs.set(name, log);
    return log;
  }

  async #stopAll(): Promise<void> {
    this.#tools = undefined;
    await Promise.all(this.#extensions.map((extension) => extension.stop()));
  }

  #problem(extension: string, what: string): void {
    this.#events.tell({ type: "problem", extension, message: `${extension} ${what}` });
  }

  #hear(extension: Extension, signal: ExtensionSignal): Promise<void> | undefined {
    const { name } = extension.candidate;
    switch (signal.type) {
      case "registered":
        if (this.#settled) this.#ownership.claim(extension);
        else if (this.#first.has(extension))
          this.#later.push({ extension, names: registeredNames(extension) });
        this.#tools = undefined;
        break;
      case "ready":
        this.#first.set(extension, registeredNames(extension));
        break;
      case "notify": {
        const level = levels.has(signal.level) ? signal.level : "info";
        return this.#events.tell({ type: "notify", extension: name, level, message: signal.message });
      }
      case "panel_render": {
        const { type: _, panelId, ...given } = signal;
        return this.#panel.render(extension, panelId, given);
      }
      case "panel_close":
        this.#panel.closeByOwner(extension, signal.panelId);
        break;
      case "problem":
        this.#problem(name, signal.message);
        break;
      case "gone":
        this.#tools = undefined;
        this.#panel.ownerGone(extension);
        // While extensions are started, the report of the start tells it.
        if (extension.state === "failed" && this.#settled) this.#tellCrash(extension);
    }
    return undefined;
  }

  #tellCrash(extension: Extension): void {
    const { name } = extension.candidate;
    const next = `its tools and commands fail until the extensions are reloaded; see ${this.#log(name).path}`;
    this.#problem(name, `${extension.lastError}; ${next}`);
  }

  #ask<R extends InterceptRequest>(request: R, signal: AbortSignal) {
    return runInterceptChain(this.#extensions, request, {
      signal,
      onOutcome: (outcome) => this.#outcome(outcome),
    });
  }

  #outcome(outcome: InterceptOutcome): void {
    if (outcome.outcome !== "allowed") {
      const about = outcome.toolId ?? outcome.step;
      const parts = [outcome.event, ...(about === undefined ? [] : [about]), outcome.outcome];
      const reason = outcome.reason === undefined ? "" : `: ${outcome.reason}`;
      this.#log(outcome.extension).note(`${parts.join(" ")}${reason}`);
    }
    this.#events.tell({ type: "intercept", outcome });
  }
}
