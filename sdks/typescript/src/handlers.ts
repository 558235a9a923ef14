/** What an extension hands over: handlers, and what they are given. */
import type { Static, TSchema } from "#typebox";
import type { CommandAnswer, Decision, Replace, Rewrite, ToolAnswer } from "./answers.js";
import type { Panel } from "./panel.js";
import type { HostEvent, JsonObject, NoteLevel } from "./protocol/index.js";

/** What the host said of itself. */
export interface HostInfo {
  readonly version: string;
  readonly provider: string;
  readonly model: string;
  /** The project's folder. */
  readonly cwd: string;
  /** The extension's own folder. */
  readonly extensionDir: string | undefined;
  /** Where state is kept: the data folder, or the extension's own where the host has none. */
  readonly dataDir: string | undefined;
  /** What the host can do. */
  readonly capabilities: ReadonlySet<string>;
}

/** A schema of TypeBox, or any JSON Schema whose type is object. */
export type ToolSchema = TSchema | JsonObject;

/** The arguments that a schema describes. */
export type ArgsOf<Schema extends ToolSchema> = Schema extends TSchema ? Static<Schema> : JsonObject;

/** What a tool's handler may use. */
export interface ToolContext {
  /** Id of this call. */
  readonly id: string;
  /**
   * The arguments as the host wrote them, in JSON. JavaScript rounds a number beyond 2^53, such as the id of a post or a
   * row, when it reads it; here are all of its digits.
   */
  readonly rawArgs: string;
  readonly host: HostInfo;
  /** Aborted when the host cancels the call or ends the extension. */
  readonly signal: AbortSignal;
  /** Tells the user how far the call is, where the host shows that. */
  progress(text: string): void;
  /** Writes to standard error, which the host keeps in the extension's log. */
  log(...values: readonly unknown[]): void;
}

/** What a command's handler may use. */
export interface CommandContext {
  readonly host: HostInfo;
  /** Writes to standard error, which the host keeps in the extension's log. */
  log(...values: readonly unknown[]): void;
}

/** Does a tool's work. */
export type ToolHandler<Args> = (args: Args, context: ToolContext) => ToolAnswer | Promise<ToolAnswer>;

/** Does a command's work. */
export type CommandHandler = (
  args: string,
  context: CommandContext,
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing does nothing further
) => CommandAnswer | void | Promise<CommandAnswer | void>;

type EventNamed<Name> = Extract<HostEvent, { readonly event: Name }>;

/** Handlers of events, by the event's name. */
export type EventHandlers = {
  readonly [Name in HostEvent["event"]]: (event: EventNamed<Name>) => unknown;
};

/** An interceptor's answer: now or later; nothing allows. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing allows
export type Verdict<Change = never> = Decision<Change> | void | Promise<Decision<Change> | void>;

/** Handlers of interceptions, by what is intercepted. */
export interface InterceptHandlers {
  /** Before a tool runs. A rewrite takes the place of all its arguments. */
  tool_call(call: {
    readonly id: string;
    readonly tool: string;
    readonly args: JsonObject;
    /** The arguments as the host wrote them, in JSON: numbers beyond 2^53 are rounded in `args`, and whole here. */
    readonly rawArgs: string;
  }): Verdict<Rewrite>;
  /** Before the model is called; steps count from 1 in each prompt. */
  turn_start(turn: { readonly step: number }): Verdict;
  /** Before the user sees an answer of the model. */
  assistant_message(message: { readonly text: string }): Verdict<Replace>;
}

/** How an interception is subscribed. */
export interface InterceptOptions {
  /**
   * What the host does where the extension does not answer: go on, or refuse what was guarded. It holds for all
   * interceptions of the extension, and only in a host that offers `on_failure`.
   */
  readonly onFailure?: "allow" | "block";
}

/** What a panel shows. */
export interface PanelContent {
  readonly title?: string;
  readonly lines?: readonly string[];
  readonly footer?: string;
}

/** What a panel's keys do. Keys come one after the other, in order. */
export interface PanelHandlers {
  /** A key was pressed; the text is what it types, where it types something. */
  readonly onKey?: (key: string, panel: Panel, text: string | undefined) => unknown;
  /** The host closed the panel. */
  readonly onClose?: (panel: Panel) => unknown;
}

/** Levels of notes. */
export type { NoteLevel };
