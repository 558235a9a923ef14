/**
 * What the agent and the modes see of extensions, and the one interface that every kind of extension
 * implements. The extproto process is the first implementation; adapters for other protocols fit in here
 * without touching the agent.
 */
import type {
  ContentBlock,
  ExtensionInfo,
  ExtensionManifest,
  Event as HostEvent,
  JsonObject,
  Panel,
} from "@extproto/schemas";

/** Where an extension was found. */
export type Scope = "explicit" | "project" | "global";

/** How an extension fares. */
export type ExtensionState = "starting" | "ready" | "disabled" | "failed" | "stopped";

/** An extension that discovery found, before it is started. */
export interface Candidate {
  readonly name: string;
  readonly dir: string;
  readonly scope: Scope;
  readonly manifest: ExtensionManifest;
}

/** A tool that an extension offers. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
}

/** A slash command that an extension offers. */
export interface OfferedCommand {
  readonly name: string;
  readonly description: string | undefined;
}

/** What came of a tool call. A failure (timeout, crash, unknown tool) is a result with `isError`. */
export interface ToolOutcome {
  readonly content: readonly ContentBlock[];
  readonly isError: boolean;
}

/** What a slash command's answer asks for, or why there is none. */
export type CommandOutcome =
  | { readonly action: "prompt"; readonly prompt: string }
  | { readonly action: "insert"; readonly text: string }
  | { readonly action: "display"; readonly text: string }
  | { readonly action: "open_panel"; readonly panel: Panel }
  | { readonly action: "noop" }
  | { readonly action: "error"; readonly message: string };

/** What is about to happen, as an interceptor is asked about it. */
export type InterceptRequest =
  | {
      readonly event: "tool_call";
      readonly toolId: string;
      readonly toolName: string;
      readonly toolArgs: JsonObject;
    }
  | { readonly event: "turn_start"; readonly step: number }
  | { readonly event: "assistant_message"; readonly text: string };

/** What one extension answered to an interception. */
export type InterceptAnswer =
  | {
      readonly kind: "answered";
      readonly block: boolean;
      readonly reason: string | undefined;
      /** Present only where it is a JSON object. */
      readonly modifiedArgs: JsonObject | undefined;
      /** Present only where it is not empty. */
      readonly replaceText: string | undefined;
      /** What is wrong with the answer, where it is not what it has to be. A block in it counts all the same. */
      readonly malformed: string | undefined;
    }
  | { readonly kind: "timed_out" }
  /** The question would exceed the line limit. A tool call is refused, so that padding cannot pass a guard. */
  | { readonly kind: "too_large"; readonly detail: string }
  /** It died, was dead already or could not be written to. */
  | { readonly kind: "crashed"; readonly detail: string };

/** A name that an extension has registered, or has taken back. */
export interface NameChange {
  readonly kind: "tool" | "command";
  readonly name: string;
  readonly registered: boolean;
}

/** What an extension does on its own account. */
export type ExtensionSignal =
  /** It registered something, or took it back; `change` says which name, where it is about one. */
  | { readonly type: "registered"; readonly change?: NameChange }
  /** Its first registrations are complete: those that come later have to stand behind everybody's first ones. */
  | { readonly type: "ready" }
  | { readonly type: "notify"; readonly level: string; readonly message: string }
  | {
      readonly type: "panel_render";
      readonly panelId: string;
      readonly title?: string;
      readonly lines?: string[];
      readonly footer?: string;
    }
  | { readonly type: "panel_close"; readonly panelId: string }
  /** Something that the user is told about it: an over-long line, a line that is no frame. */
  | { readonly type: "problem"; readonly message: string }
  | { readonly type: "gone"; readonly reason: string };

/** How one call ends early, and where its progress goes. */
export interface CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (text: string) => void;
}

/**
 * One running extension, whatever protocol it speaks. Everything pending is settled at once when it dies.
 */
export interface Extension {
  readonly candidate: Candidate;
  readonly state: ExtensionState;
  readonly lastError: string | undefined;
  readonly tools: readonly OfferedTool[];
  readonly commands: readonly OfferedCommand[];
  /** The events it observes and intercepts; `failClosed` are those it subscribed to with on_failure block. */
  readonly subscriptions: {
    readonly events: ReadonlySet<string>;
    readonly intercept: ReadonlySet<string>;
    readonly failClosed: ReadonlySet<string>;
  };
  /** Resolves when it has greeted and its first registrations are complete; rejects with the reason otherwise. */
  start(): Promise<void>;
  callTool(name: string, args: JsonObject, options: CallOptions): Promise<ToolOutcome>;
  invokeCommand(name: string, args: string, options: CallOptions): Promise<CommandOutcome>;
  /** Queues an event; never waits. */
  emit(event: HostEvent): void;
  intercept(request: InterceptRequest, options: CallOptions): Promise<InterceptAnswer>;
  panelKey(panelId: string, key: string, text: string | undefined): void;
  panelClosed(panelId: string): void;
  /** Shutdown frame, then SIGTERM, then SIGKILL. Resolves when the process and its group are gone. */
  stop(): Promise<void>;
}

/** What came of asking one interceptor, for logs and RPC. */
export interface InterceptOutcome {
  readonly extension: string;
  readonly event: "tool_call" | "turn_start" | "assistant_message";
  readonly outcome: "allowed" | "blocked" | "rewritten" | "timed_out" | "crashed";
  readonly reason: string | undefined;
  readonly toolId: string | undefined;
  readonly step: number | undefined;
}

/** Something that the user, or an RPC client, is told. */
export type ManagerEvent =
  | { readonly type: "notify"; readonly extension: string; readonly level: string; readonly message: string }
  | { readonly type: "display"; readonly extension: string; readonly text: string }
  | { readonly type: "insert"; readonly extension: string; readonly text: string }
  /** The prompt is the mode's to queue. */
  | { readonly type: "submit"; readonly extension: string; readonly text: string }
  | { readonly type: "panel_open"; readonly extension: string; readonly panel: Panel }
  /** All of the panel as it now is, not a difference. */
  | { readonly type: "panel_render"; readonly extension: string; readonly panel: Panel }
  | { readonly type: "panel_close"; readonly extension: string; readonly panelId: string }
  | { readonly type: "intercept"; readonly outcome: InterceptOutcome }
  /** The host's own word on an extension: load errors, shadowed names, crashes, over-long lines. */
  | { readonly type: "problem"; readonly extension: string; readonly message: string };

/** The verdict of the whole chain on a tool call. */
export type ToolCallVerdict =
  | { readonly allow: true; readonly args: JsonObject }
  | { readonly allow: false; readonly reason: string; readonly extension: string };

/** The verdict of the whole chain on a turn. */
export type TurnVerdict =
  | { readonly allow: true }
  | { readonly allow: false; readonly reason: string; readonly extension: string };

/** The verdict of the whole chain on an assistant message. `text` is what the user sees. */
export type MessageVerdict =
  | { readonly allow: true; readonly text: string }
  | { readonly allow: false; readonly reason: string; readonly extension: string };

/** What a reload did. */
export interface ReloadReport {
  readonly stopped: number;
  readonly loaded: number;
  readonly ready: number;
  readonly errors: readonly { readonly extension: string; readonly message: string }[];
}

/** A slash command as the user sees it. */
export interface CommandListing {
  readonly name: string;
  readonly description: string | undefined;
  readonly extension: string;
}

/** All extensions of a host. */
export interface ExtensionManager {
  /**
   * Discovers and starts all; returns when each is ready, given up or past its grace. Never rejects for an extension's fault.
   * Nothing is started twice: until a `stop`, it gives the promise of the latest start or reload.
   */
  start(): Promise<ReloadReport>;
  /** Stops all and starts what is found then. Waits for a start or reload under way. The caller has made sure that no prompt runs. */
  reload(): Promise<ReloadReport>;
  /** Ends all, also in the middle of a start or reload. */
  stop(): Promise<void>;
  list(): ExtensionInfo[];
  /** Tools in load order, shadowed ones left out. Cheap: called before each model call. */
  tools(): readonly (OfferedTool & { readonly extension: string })[];
  commands(): readonly CommandListing[];
  callTool(
    name: string,
    args: JsonObject,
    options: CallOptions,
  ): Promise<ToolOutcome & { readonly extension: string }>;
  /** Runs an extension's command and announces what it asks for as ManagerEvents. Unknown names give undefined. */
  invokeCommand(name: string, args: string, options: CallOptions): Promise<CommandOutcome | undefined>;
  emit(event: HostEvent): void;
  /** True while some live (or fail-closed) extension intercepts the event. */
  intercepts(event: InterceptRequest["event"]): boolean;
  interceptToolCall(
    call: { toolId: string; toolName: string; toolArgs: JsonObject },
    signal: AbortSignal,
  ): Promise<ToolCallVerdict>;
  interceptTurn(step: number, signal: AbortSignal): Promise<TurnVerdict>;
  interceptMessage(text: string, signal: AbortSignal): Promise<MessageVerdict>;
  /** The open panel, if any. */
  openPanel(): { readonly extension: string; readonly panel: Panel } | undefined;
  /** False where no such panel is open. */
  panelKey(panelId: string, key: string, text: string | undefined): boolean;
  closePanel(panelId: string): boolean;
  /**
   * Listens. Where the listener returns a promise for a note or a rendered panel, the extension it came from is
   * not read from until that settles: so a flood waits with its sender.
   */
  onEvent(listener: (event: ManagerEvent) => Promise<void> | undefined | void): () => void;
}

/** Facts of the host that hello_ack tells; read anew for each process. */
export interface HostFacts {
  readonly version: string;
  readonly provider: string;
  readonly model: string;
  readonly cwd: string;
}

/** Each deadline by itself, in milliseconds; the documented defaults are in `@extproto/schemas` (`deadlines`). */
export interface Deadlines {
  readonly hello: number;
  readonly readyGrace: number;
  readonly readyIdle: number;
  readonly intercept: number;
  readonly tool: number;
  readonly command: number;
  readonly shutdown: number;
  readonly kill: number;
}

/** How a manager is made: `createExtensionManager(options)` in `manager.ts`. */
export interface ManagerOptions {
  readonly home: string;
  readonly cwd: string;
  readonly explicit: readonly string[];
  /** False with `--no-ext`: explicit ones are still loaded. */
  readonly discover: boolean;
  readonly facts: () => HostFacts;
  readonly deadlines?: Partial<Deadlines>;
  /** Names that extensions cannot take, asked for at each registration. */
  readonly builtinTools: () => ReadonlySet<string>;
  readonly builtinCommands: () => ReadonlySet<string>;
  /** Names of environment variables that extensions do not inherit unless their manifest asks. */
  readonly secrets: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly trace?: Trace;
}

/** Receives every frame on every pipe, for `--trace`. */
export interface Trace {
  /** `pipe` names the peer (`ext:weather`, `rpc`); `bytes` is one line without its LF. */
  line(pipe: string, direction: "in" | "out", bytes: Uint8Array | string): void;
}
