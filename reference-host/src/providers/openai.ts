import type OpenAI from "openai";
import type { ModelRequest, Provider, ProviderEvent, TokenCounts } from "../agent/contract.js";
import { toProviderError } from "./failure.js";
import { DEFAULT_IDLE_TIMEOUT_MS, HttpCall } from "./http-call.js";
import { ChatAnswer } from "./openai-chat.js";
import { chatRequest } from "./openai-chat-request.js";
import { ResponsesAnswer } from "./openai-responses.js";
import { responsesRequest } from "./openai-responses-request.js";

type Sdk = typeof import("openai");

/** How to reach a server that speaks OpenAI's Chat Completions or Responses API. */
export interface OpenAiOptions {
  /** What the provider is called; default `openai`. Presets such as `kimi` have names of their own. */
  readonly name?: string | undefined;
  /** Undefined for a server that wants none. */
  readonly apiKey: string | undefined;
  /** Default `https://api.openai.com/v1`; `/v1` is added where the URL names no version. */
  readonly baseUrl?: string | undefined;
  /** Longest silence of the server, in milliseconds. */
  readonly idleTimeoutMs?: number | undefined;
}

/** Reads the events of one answer; `end` yields nothing where the answer was not complete. */
export interface OpenAiAnswer<Event> {
  readonly usage: TokenCounts | undefined;
  take(event: Event): Generator<ProviderEvent>;
  end(): Generator<ProviderEvent>;
}

/**
 * The provider `openai`, and every server compatible with it. The model's `api` says which of the two wire
 * APIs is spoken.
 *
 * @example
 * ```ts
 * const local = createOpenAiProvider({ apiKey: undefined, baseUrl: "http://127.0.0.1:8080" });
 * ```
 */
export function createOpenAiProvider(options: OpenAiOptions): Provider {
  const name = options.name ?? "openai";
  return { name, stream: (request, signal) => streamAnswer({ name, options, request, signal }) };
}

function createClient(sdk: Sdk, options: OpenAiOptions, fetch: HttpCall["fetch"]): OpenAI {
  return new sdk.OpenAI({
    // The SDK insists on a key; for a server that wants none it is not sent.
    apiKey: options.apiKey ?? "none",
    ...(options.apiKey === undefined ? { defaultHeaders: { authorization: null } } : {}),
    adminAPIKey: null,
    baseURL: versionedUrl(options.baseUrl ?? "https://api.openai.com/v1"),
    fetch,
    // The agent retries, and tells the user.
    maxRetries: 0,
    // The SDK logs to stdout where the environment asks for it, and there the frames of RPC go.
    logLevel: "off",
  });
}

/** `http://host` and `http://host/v1` are the same server; a URL with another version is left alone. */
function versionedUrl(url: string): string {
  const bare = url.replace(/\/+$/, "");
  return /\/v\d+[a-z0-9]*(\/|$)/.test(bare) ? bare : `${bare}/v1`;
}

interface AnswerTask {
  readonly name: string;
  readonly options: OpenAiOptions;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
}

async function* streamAnswer(task: AnswerTask): AsyncGenerator<ProviderEvent> {
  const { name, options, request, signal } = task;
  // The SDK takes longer to load than the rest of the host, and most commands never call a model.
  const sdk = await import("openai");
  const call = new HttpCall({ signal, idleTimeoutMs: options.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS });
  const client = createClient(sdk, options, call.fetch);
  if (request.model.api === "responses") {
    const open = () => client.responses.create(responsesRequest(request, name), { signal: call.signal });
    yield* readAnswer({ name, sdk, call, open, answer: new ResponsesAnswer(name) });
  } else {
    const open = () => client.chat.completions.create(chatRequest(request, name), { signal: call.signal });
    yield* readAnswer({ name, sdk, call, open, answer: new ChatAnswer(name) });
  }
}

interface ReadTask<Event> {
  readonly name: string;
  readonly sdk: Sdk;
  readonly call: HttpCall;
  readonly open: () => PromiseLike<AsyncIterable<Event>>;
  readonly answer: OpenAiAnswer<Event>;
}

async function* readAnswer<Event>(task: ReadTask<Event>): AsyncGenerator<ProviderEvent> {
  const { name, sdk, call, open, answer } = task;
  const failed = (error: unknown) =>
    toProviderError({
      provider: name,
      error,
      call,
      usage: answer.usage,
      isConnectionError: error instanceof sdk.APIConnectionError,
    });
  try {
    const stream = await open();
    call.opened = true;
    yield { type: "start" };
    for await (const event of stream) yield* call.deliver(answer.take(event));
    // An aborted stream of the SDK ends like a finished one.
    if (call.aborted) throw failed(undefined);
    let complete = false;
    for (const event of answer.end()) {
      complete = true;
      yield event;
    }
    if (!complete) throw failed(undefined);
  } catch (error) {
    throw failed(error);
  } finally {
    call.close();
  }
}
