/** All extensions of a host, as agent and modes use them: called, asked, told, heard. */
import { type ExtensionInfo, type Event as HostEvent, type JsonObject, noteLevels } from "@extproto/schemas";
import { failedTool } from "./answers.js";
import type {
  CallOptions,
  CommandListing,
  CommandOutcome,
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
import { runInterceptChain } from "./intercept-chain.js";
import { logOutcome } from "./intercept-log.js";
import { ManagerEvents, type ManagerListener } from "./manager-events.js";
import { PanelFocus } from "./open-panel.js";
import type { AttributedTool } from "./ownership.js";
import { Roster } from "./roster.js";

const levels: ReadonlySet<string> = new Set(noteLevels);

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
  readonly #events = new ManagerEvents();
  readonly #panel = new PanelFocus((event) => this.#events.tell(event));
  readonly #roster: Roster;

  constructor(options: ManagerOptions) {
    this.#roster = new Roster({
      ...options,
      onProblem: (extension, message) => void this.#events.tell({ type: "problem", extension, message }),
      onSignal: (extension, signal) => this.#hear(extension, signal),
    });
  }

  /** In load order. */
  get #extensions(): readonly Extension[] {
    return this.#roster.extensions;
  }

  start(): Promise<ReloadReport> {
    return this.#roster.start();
  }

  reload(): Promise<ReloadReport> {
    return this.#roster.reload();
  }

  stop(): Promise<void> {
    return this.#roster.stop();
  }

  list(): ExtensionInfo[] {
    return this.#roster.list();
  }

  tools(): readonly AttributedTool[] {
    return this.#roster.tools();
  }

  commands(): readonly CommandListing[] {
    return this.#roster.commands();
  }

  async callTool(
    name: string,
    args: JsonObject,
    options: CallOptions,
  ): Promise<ToolOutcome & { readonly extension: string }> {
    const owner = this.#roster.toolOwner(name);
    if (owner === undefined) return { ...failedTool(`There is no tool ${name}.`), extension: "" };
    const { content, isError } = await owner.callTool(name, args, options);
    return { content, isError, extension: owner.candidate.name };
  }

  async invokeCommand(name: string, args: string, options: CallOptions): Promise<CommandOutcome | undefined> {
    const owner = this.#roster.commandOwner(name);
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

  #hear(extension: Extension, signal: ExtensionSignal): Promise<void> | undefined {
    const { name } = extension.candidate;
    switch (signal.type) {
      case "registered":
        this.#roster.registered(extension, signal.change);
        break;
      case "ready":
        this.#roster.ready(extension);
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
        this.#roster.problem(name, signal.message);
        break;
      case "gone":
        this.#panel.ownerGone(extension);
        this.#roster.gone(extension);
    }
    return undefined;
  }

  #ask<R extends InterceptRequest>(request: R, signal: AbortSignal) {
    return runInterceptChain(this.#extensions, request, {
      signal,
      onOutcome: (outcome) => this.#outcome(outcome),
    });
  }

  #outcome(outcome: InterceptOutcome): void {
    logOutcome(this.#roster.log(outcome.extension), outcome);
    this.#events.tell({ type: "intercept", outcome });
  }
}
