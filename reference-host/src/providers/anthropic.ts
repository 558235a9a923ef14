import type Anthropic from "@anthropic-ai/sdk";
import type { JsonObject } from "@extproto/schemas";
import { type ModelRequest, type Provider, ProviderError, type ProviderEvent } from "../agent/contract.js";
import { AnswerDraft, given } from "./answer-draft.js";
import { anthropicRequest } from "./anthropic-request.js";
import { toProviderError } from "./failure.js";
import { DEFAULT_IDLE_TIMEOUT_MS, HttpCall } from "./http-call.js";

type Sdk = typeof import("@anthropic-ai/sdk");
type StreamEvent = Anthropic.RawMessageStreamEvent;
type Stop = Extract<ProviderEvent, { type: "end" }>["stop"];

/** How to reach a server that speaks the Anthropic Messages API. */
export interface AnthropicOptions {
  /** Undefined for a server that wants none. */
  readonly apiKey: string | undefined;
  /** Default `https://api.anthropic.com`; a trailing `/v1` is understood. */
  readonly baseUrl?: string | undefined;
  /** Longest silence of the server, in milliseconds. */
  readonly idleTimeoutMs?: number | undefined;
}

/**
 * The provider `anthropic`.
 *
 * @example
 * ```ts
 * const provider = createAnthropicProvider({ apiKey: process.env.ANTHROPIC_API_KEY });
 * for await (const event of provider.stream(request, signal)) { ... }
 * ```
 */
export function createAnthropicProvider(options: AnthropicOptions): Provider {
  return {
    name: "anthropic",
    stream: (request, signal) => streamAnswer({ options, request, signal }),
  };
}

function createClient(sdk: Sdk, options: AnthropicOptions, fetch: HttpCall["fetch"]): Anthropic {
  const { apiKey, baseUrl } = options;
  const headers: Record<string, string | null> = {};
  // Without a key the SDK would go and look for one in profiles on disk: give it one, and do not send it.
  if (apiKey === undefined) headers.authorization = null;
  // Servers made for earlier versions of the API look for the key here.
  else if (baseUrl !== undefined) headers["x-api-key"] = apiKey;
  return new sdk.Anthropic({
    apiKey: apiKey ?? "none",
    baseURL: (baseUrl ?? "https://api.anthropic.com").replace(/\/+$/, "").replace(/\/v1$/, ""),
    defaultHeaders: headers,
    fetch,
    // The agent retries, and tells the user.
    maxRetries: 0,
    // The SDK logs to stdout where the environment asks for it, and there the frames of RPC go.
    logLevel: "off",
    openTelemetry: false,
  });
}

interface AnswerTask {
  readonly options: AnthropicOptions;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
}

async function* streamAnswer(task: AnswerTask): AsyncGenerator<ProviderEvent> {
  const { options, request, signal } = task;
  // The SDK takes longer to load than the rest of the host, and most commands never call a model.
  const sdk = await import("@anthropic-ai/sdk");
  const call = new HttpCall({ signal, idleTimeoutMs: options.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS });
  const answer = new AnthropicAnswer();
  const failed = (error: unknown) =>
    toProviderError({
      provider: "anthropic",
      error,
      call,
      usage: answer.usage,
      isConnectionError: error instanceof sdk.APIConnectionError,
    });
  try {
    const client = createClient(sdk, options, call.fetch);
    // What `messages.create` sends, without the words about old models that it prints on stderr.
    const stream = await client.post<AsyncIterable<StreamEvent>>("/v1/messages", {
      body: anthropicRequest(request),
      stream: true,
      signal: call.signal,
    });
    call.opened = true;
    yield { type: "start" };
    for await (const event of stream) yield* call.deliver(answer.take(event));
    // An aborted stream of the SDK ends like a finished one.
    if (call.aborted || answer.stop === undefined) throw failed(undefined);
    yield answer.end(answer.stop);
  } catch (error) {
    throw failed(error);
  } finally {
    call.close();
  }
}

/** Reads the events of one answer. */
class AnthropicAnswer {
  stop: Stop | undefined;
  usage: { input: number; output: number; cacheRead: number; cacheWrite: number } | undefined;
  readonly #draft = new AnswerDraft();
  readonly #thinking = new Map<number, Anthropic.ThinkingBlockParam>();

  *take(event: StreamEvent): Generator<ProviderEvent> {
    switch (event.type) {
      case "message_start":
        this.#count(event.message.usage);
        break;
      case "content_block_start":
        yield* this.#begin(event.index, event.content_block);
        break;
      case "content_block_delta":
        yield* this.#grow(event.index, event.delta);
        break;
      case "content_block_stop":
        yield* this.#finish(event.index);
        break;
      case "message_delta":
        this.#count(event.usage);
        this.#stopFor(event.delta.stop_reason);
        break;
      // `message_stop` says nothing new, and a later version of the API may send events unknown to us.
    }
  }

  end(stop: Stop): ProviderEvent {
    return this.#draft.end(stop, this.usage ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 });
  }

  *#begin(
    index: number,
    block: Anthropic.RawContentBlockStartEvent["content_block"],
  ): Generator<ProviderEvent> {
    const key = String(index);
    if (block.type === "text" && block.text) yield this.#draft.text(key, block.text);
    if (block.type === "thinking") {
      this.#thinking.set(index, {
        type: "thinking",
        thinking: block.thinking ?? "",
        signature: block.signature ?? "",
      });
    }
    if (block.type === "redacted_thinking") {
      this.#draft.reasoning(key, "anthropic", { type: "redacted_thinking", data: block.data });
    }
    if (block.type === "tool_use") {
      yield this.#draft.toolStart(key, { id: block.id, name: block.name });
      // Some proxies send the whole input at once, and no deltas.
      if (isFilledObject(block.input)) yield* given(this.#draft.toolArgs(key, JSON.stringify(block.input)));
    }
  }

  *#grow(index: number, delta: Anthropic.RawContentBlockDelta): Generator<ProviderEvent> {
    const key = String(index);
    const thinking = this.#thinking.get(index);
    if (delta.type === "text_delta" && delta.text !== "") yield this.#draft.text(key, delta.text);
    if (delta.type === "input_json_delta" && delta.partial_json !== "") {
      yield* given(this.#draft.toolArgs(key, delta.partial_json));
    }
    if (delta.type === "thinking_delta" && thinking !== undefined) thinking.thinking += delta.thinking;
    if (delta.type === "signature_delta" && thinking !== undefined) thinking.signature += delta.signature;
  }

  *#finish(index: number): Generator<ProviderEvent> {
    const thinking = this.#thinking.get(index);
    if (thinking !== undefined)
      this.#draft.reasoning(String(index), "anthropic", { ...thinking } as JsonObject);
    yield* given(this.#draft.toolEnd(String(index)));
  }

  #stopFor(reason: Anthropic.StopReason | null): void {
    switch (reason) {
      case null:
        return;
      case "tool_use":
        this.stop = "tool_use";
        return;
      case "max_tokens":
      case "model_context_window_exceeded":
        this.stop = "length";
        return;
      case "refusal":
        throw new ProviderError("anthropic: the model refused to go on", {
          retryable: false,
          usage: this.usage,
        });
      default:
        this.stop = "end_turn";
    }
  }

  /** The counts are cumulative; the later event leaves out, or sets to zero, what it does not know. */
  #count(usage: Anthropic.Usage | Anthropic.MessageDeltaUsage | undefined): void {
    const known = this.usage;
    this.usage = {
      input: usage?.input_tokens || (known?.input ?? 0),
      output: usage?.output_tokens || (known?.output ?? 0),
      cacheRead: usage?.cache_read_input_tokens || (known?.cacheRead ?? 0),
      cacheWrite: usage?.cache_creation_input_tokens || (known?.cacheWrite ?? 0),
    };
  }
}

function isFilledObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}
