/** What providers, tools and modes see of the agent. Nothing here knows a terminal or a mode. */
import type { JsonObject, MessageBlock, Model, ServerEvent, Usage } from "@extproto/schemas";

/** A part of the transcript, with the bytes of images and the raw text of what the model wrote. */
export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mimeType: string; readonly data: string }
  | {
      readonly type: "tool_call";
      readonly id: string;
      readonly name: string;
      /** Undefined where the model did not write a JSON object; `raw` has what it wrote. */
      readonly args: JsonObject | undefined;
      readonly raw: string;
    }
  | {
      readonly type: "tool_result";
      readonly callId: string;
      readonly isError: boolean;
      readonly content: readonly ResultContent[];
    }
  /** Reasoning that a provider wants back unchanged; shown to nobody. */
  | { readonly type: "reasoning"; readonly provider: string; readonly payload: JsonObject };

/** A part of a tool's result. */
export type ResultContent = Extract<Block, { type: "text" | "image" }>;

/** A message of the transcript. */
export interface TranscriptMessage {
  readonly role: "user" | "assistant" | "tool";
  readonly content: readonly Block[];
  /** RFC 3339. */
  readonly time: string;
}

/** A tool as the model sees it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
}

/** A tool that the agent can run. */
export interface Tool extends ToolSpec {
  /** The extension that offers it; undefined for built-in tools. */
  readonly extension?: string;
  run(args: JsonObject, context: ToolContext): Promise<ToolRun>;
}

/** What a tool is given. */
export interface ToolContext {
  readonly signal: AbortSignal;
  readonly cwd: string;
  readonly onProgress: (text: string) => void;
}

/** What a tool returns. Throwing an Error is the same as returning its message with `isError`. */
export interface ToolRun {
  readonly content: readonly ResultContent[];
  readonly isError: boolean;
}

/** How hard the model thinks. */
export type Reasoning = "low" | "medium" | "high";

/** One model call. */
export interface ModelRequest {
  readonly model: ModelEntry;
  readonly system: string;
  readonly messages: readonly TranscriptMessage[];
  readonly tools: readonly ToolSpec[];
  readonly maxOutput: number;
  readonly reasoning: Reasoning | undefined;
}

/** Tokens of one model call; `input` leaves cached ones aside. */
export interface TokenCounts {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** What a provider tells while it answers. The stream ends with exactly one `end`, or throws a ProviderError. */
export type ProviderEvent =
  /** The response headers arrived: the model is answering. */
  | { readonly type: "start" }
  | { readonly type: "text"; readonly delta: string }
  /** The id is that of no other call in the same answer: results, and the events of the call, are told apart by it. */
  | { readonly type: "tool_start"; readonly id: string; readonly name: string }
  | { readonly type: "tool_args"; readonly id: string; readonly delta: string }
  | { readonly type: "tool_end"; readonly id: string }
  | {
      readonly type: "end";
      readonly stop: "end_turn" | "tool_use" | "length";
      /** The whole message: text, tool calls, reasoning, in order. */
      readonly content: readonly Block[];
      readonly usage: TokenCounts;
    };

/** A model provider. */
export interface Provider {
  readonly name: string;
  /** Streams one answer. Aborting the signal ends the stream by throwing; nothing is retried after `start`. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ProviderEvent>;
}

/** Why a provider could not answer. `retryable`: overload or network, before the stream opened. */
export class ProviderError extends Error {
  readonly status: number | undefined;
  readonly retryable: boolean;
  /** How long the server asked to be left alone, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Usage known so far, where a stream broke in the middle. */
  readonly usage: TokenCounts | undefined;

  constructor(
    message: string,
    facts: {
      status?: number | undefined;
      retryable: boolean;
      retryAfterMs?: number | undefined;
      usage?: TokenCounts | undefined;
      cause?: unknown;
    },
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = "ProviderError";
    this.status = facts.status;
    this.retryable = facts.retryable;
    this.retryAfterMs = facts.retryAfterMs;
    this.usage = facts.usage;
  }
}

/** A model of the catalogue (`models.json`). Prices are US dollars for a million tokens. */
export interface ModelEntry {
  readonly provider: string;
  readonly id: string;
  readonly name: string;
  readonly contextWindow: number;
  readonly maxOutput: number;
  readonly reasoning: boolean;
  readonly price: {
    readonly input: number;
    readonly output: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
  };
  /** For openai: which wire API. Default `chat`. */
  readonly api?: "chat" | "responses";
  /** For anthropic: whether reasoning takes a token budget or an effort level. Default `budget`. */
  readonly thinking?: "budget" | "adaptive";
  readonly baseUrl?: string;
}

/** The points at which others may step in. The extension manager is behind them. */
export interface AgentHooks {
  beforeTurn(step: number, signal: AbortSignal): Promise<{ allow: true } | { allow: false; reason: string }>;
  beforeTool(
    call: { id: string; name: string; args: JsonObject },
    signal: AbortSignal,
  ): Promise<{ allow: true; args: JsonObject } | { allow: false; reason: string }>;
  beforeMessage(
    text: string,
    signal: AbortSignal,
  ): Promise<{ allow: true; text: string } | { allow: false; reason: string; extension: string }>;
  /** True while somebody may replace or block the message, so that no delta of it is shown before. */
  holdsText(): boolean;
  /** Told of every event, in order, before the consumer of the prompt gets it. */
  onEvent(event: ServerEvent, detail: EventDetail): void;
}

/** What the wire form of an event leaves out. */
export interface EventDetail {
  /** For tool_call: true where the arguments are a JSON object and an extension may be told. */
  readonly callable?: boolean;
  /** For assistant_message: the text as shown. */
  readonly text?: string;
}

/** A prompt of the user. */
export interface PromptInput {
  readonly text: string;
  readonly images?: readonly { readonly mimeType: string; readonly data: string }[];
}

/**
 * The agent: one transcript, one operation at a time.
 *
 * `prompt` and `compact` yield the same events as RPC, ending with `done`; they throw a BusyError when
 * something runs already.
 */
export interface Agent {
  prompt(input: PromptInput, signal: AbortSignal): AsyncIterable<ServerEvent>;
  compact(signal: AbortSignal): AsyncIterable<ServerEvent>;
  readonly busy: boolean;
  readonly model: ModelEntry;
  setModel(model: ModelEntry): void;
  clear(): void;
  messages(): readonly TranscriptMessage[];
  /** Replaces the transcript, for resumed sessions. */
  restore(messages: readonly TranscriptMessage[], cumulative: Usage): void;
  usage(): Usage;
}

/** How an agent is made: `createAgent(options)` in `agent.ts`. */
export interface AgentOptions {
  readonly provider: Provider;
  readonly model: ModelEntry;
  readonly cwd: string;
  /** Asked for before each model call. */
  readonly system: () => string;
  /** Asked for before each model call, so that a tool registered late is offered from the next call on. */
  readonly tools: () => readonly Tool[];
  readonly hooks: AgentHooks;
  readonly reasoning?: Reasoning;
  /** Most model calls of one prompt; undefined for no bound. */
  readonly maxSteps?: number;
  /** Asked before each tool runs, after the interceptors; undefined lets every tool run. */
  readonly approve?: (
    call: { id: string; name: string; args: JsonObject },
    signal: AbortSignal,
  ) => Promise<{ allow: true } | { allow: false; reason: string }>;
  /** Told of each message as it joins the transcript, and of usage, for sessions. */
  readonly onTranscript?: (entry: TranscriptEntry) => void;
  /** How many of the latest messages a compaction keeps as they are after its summary. Default 0. */
  readonly keepRecent?: number;
  readonly now?: () => Date;
  /** Waits between retries, in milliseconds. Default 250 and 750. */
  readonly retryDelays?: readonly number[];
  /** Told, in words for the user, of each model call that failed and will be made again. */
  readonly onRetry?: (message: string) => void;
}

/** What a session file records. */
export type TranscriptEntry =
  | { readonly type: "message"; readonly message: TranscriptMessage }
  | { readonly type: "usage"; readonly usage: Usage; readonly cumulative: Usage }
  | { readonly type: "compaction"; readonly messages: readonly TranscriptMessage[] }
  | { readonly type: "clear" };

/** The wire form of a message's parts: image bytes as a count, no reasoning. Implemented in `wire-form.ts`. */
export type ToWireBlocks = (content: readonly Block[]) => MessageBlock[];

export type { Model, Usage };
