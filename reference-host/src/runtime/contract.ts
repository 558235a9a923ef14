/** What an embedding program, and each mode, sees of the host. */
import type {
  CommandInfo,
  ExtensionInfo,
  JsonObject,
  Message,
  Model,
  ServerEvent,
  Usage,
} from "@extproto/schemas";
import type { ModelEntry, PromptInput, Provider, Reasoning } from "../agent/contract.js";
import type { SessionListing } from "../agent/sessions.js";
import type { Skill } from "../agent/skills.js";
import type { CommandOutcome, Deadlines, ReloadReport, Trace } from "../extensions/contract.js";

/** How a runtime is made. Everything is optional. */
export interface RuntimeOptions {
  /** Folder to work in. Default: the process's current one. */
  readonly cwd?: string;
  /** Where extensions, sessions, skills and logs are kept. Default: `ZOT_HOME`, or the platform's place. */
  readonly home?: string;
  /** Environment in which keys are looked up, and which extensions inherit less the host's secrets. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: the provider there is a key for, else `scripted`. */
  readonly provider?: string;
  readonly model?: string;
  readonly apiKey?: string;
  readonly baseUrl?: string;
  /** YAML file that the scripted provider plays. */
  readonly script?: string;
  /** Longest silence of the model's server, in milliseconds, before the call counts as failed. Default: 240,000. */
  readonly modelIdleMs?: number;
  readonly reasoning?: Reasoning;
  readonly maxSteps?: number;
  readonly systemPrompt?: string;
  readonly appendSystemPrompt?: readonly string[];
  /** Names of the built-in tools to offer. Default: all of them. */
  readonly tools?: readonly string[];
  readonly skills?: "builtin" | "all" | "none";
  readonly extensions?: {
    /** Folders of extensions to load besides the installed ones; they come first. */
    readonly explicit?: readonly string[];
    /** False: load no installed extensions. */
    readonly discover?: boolean;
    readonly deadlines?: Partial<Deadlines>;
  };
  /** Names of slash commands that extensions cannot take, besides the built-in ones. */
  readonly reservedCommands?: readonly string[];
  /** True: each tool call waits for {@link Runtime.answerApproval}, after a `tool_approval_request` event. */
  readonly approvals?: boolean;
  /** Where the conversation is kept. Default: nowhere. */
  readonly session?: SessionOptions;
  readonly trace?: Trace;
  /** A provider of your own in place of the built-in ones; `model` is then not looked up. */
  readonly custom?: { readonly provider: Provider; readonly model: ModelEntry };
}

/** Which session file a runtime writes, and whether it begins with what is in it. */
export type SessionOptions =
  | { readonly kind: "new" }
  /** The latest of the folder, or a new one where there is none. */
  | { readonly kind: "latest" }
  /** A file or an id; a file that does not exist yet is begun. */
  | { readonly kind: "file"; readonly path: string };

/** A snapshot. */
export interface RuntimeState {
  readonly provider: string;
  readonly model: string;
  readonly cwd: string;
  readonly messageCount: number;
  readonly busy: boolean;
  readonly usage: Usage;
  /** The session file, where there is one. */
  readonly sessionFile: string | undefined;
}

/** How one prompt is run. */
export interface OperationOptions {
  /** Ends it from outside, as {@link Runtime.cancel} does. */
  readonly signal?: AbortSignal;
  /**
   * Asked for between the agent's events, and awaited where it is a promise: for readers that take events at
   * once and pass them on to somebody slower. Events of extensions do not wait for it but for
   * {@link Runtime.paceExtensions}. Without it the reader's own pace counts.
   */
  readonly pace?: () => Promise<void> | undefined;
}

/** The host's own word about an extension, or about itself: for stderr, a log or a status line. */
export interface Problem {
  /** Undefined where it is not about one extension. */
  readonly extension: string | undefined;
  readonly message: string;
}

/** The user's word on a tool call. */
export type Approval = { readonly allow: true } | { readonly allow: false; readonly reason?: string };

/**
 * The agent with its provider, tools and extensions.
 *
 * One operation (a prompt or a compaction) runs at a time; another one throws a BusyError. Events of
 * extensions that occur while an operation's events are being read are among them, in causal order; all
 * others go to the listeners of `onEvent`. After `close` whatever would change something throws a RuntimeError.
 */
export interface Runtime {
  /**
   * Starts the extensions, once; settles when each is ready, given up or past its grace. A prompt does it by
   * itself, so this is for programs that want commands or states before.
   */
  start(): Promise<ReloadReport>;
  /** Runs a prompt while its events are read; leaving the loop early cancels it. The last event is `done`. */
  prompt(input: string | PromptInput, options?: OperationOptions): AsyncIterable<ServerEvent>;
  /** Summarises the transcript. The same life cycle as `prompt`. */
  compact(options?: OperationOptions): AsyncIterable<ServerEvent>;
  /** Cancels what runs; nothing happens when nothing does. The events go on to `done`. */
  cancel(): void;
  /** Switches to another model of the provider. */
  setModel(id: string): void;
  clear(): void;
  state(): RuntimeState;
  messages(): Message[];
  cost(): Usage;
  /** Models of the provider. */
  listModels(): Model[];
  listSkills(): readonly Skill[];
  /** Sessions of this folder, the latest first. */
  listSessions(): readonly SessionListing[];
  /**
   * Goes on with a session, given by its file or its id: its messages replace the transcript, and it is
   * written to from now on.
   */
  openSession(session: string): void;
  /** Slash commands of extensions; the built-in ones belong to the modes. */
  listCommands(): readonly CommandInfo[];
  /**
   * Runs an extension's slash command. What it shows arrives as an event; a prompt that it submits is the
   * caller's to run. Undefined where no extension has such a command.
   */
  invokeCommand(name: string, args: string): Promise<CommandOutcome | undefined>;
  listExtensions(): ExtensionInfo[];
  /** Stops all extensions and starts them anew. Throws a BusyError while an operation runs. */
  reloadExtensions(): Promise<ReloadReport>;
  /** False where no such panel is open. */
  panelKey(panelId: string, key: string, text?: string): boolean;
  /** False where no such panel is open. */
  closePanel(panelId: string): boolean;
  /** False where nobody waits for this approval. */
  answerApproval(approvalId: string, approval: Approval): boolean;
  /**
   * For programs that pass events on to somebody slower. Asked after each event of an extension; where it gives
   * a promise, that extension is not read from until it settles, so that a flood of notes waits with its sender.
   */
  paceExtensions(pace: () => Promise<void> | undefined): void;
  /** Events that came before the first listener are kept for it. Returns the way to stop listening. */
  onEvent(listener: (event: ServerEvent) => void): () => void;
  /** As `onEvent`, for the host's own words. */
  onProblem(listener: (problem: Problem) => void): () => void;
  /**
   * Cancels what runs, as `cancel` does, stops all extensions and closes the session. Never rejects; may be
   * called twice, also by the reader of what runs.
   */
  close(): Promise<void>;
}

/** A tool call that waits for the user's word. */
export interface PendingCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}
