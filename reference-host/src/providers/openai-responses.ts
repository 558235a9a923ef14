import type { JsonObject } from "@extproto/schemas";
import type OpenAI from "openai";
import { ProviderError, type ProviderEvent, type TokenCounts } from "../agent/contract.js";
import { AnswerDraft, given } from "./answer-draft.js";
import type { OpenAiAnswer } from "./openai.js";

type StreamEvent = OpenAI.Responses.ResponseStreamEvent;
type OutputItem = OpenAI.Responses.ResponseOutputItem;
type Stop = Extract<ProviderEvent, { type: "end" }>["stop"];

/** Reads the events of one Responses answer. */
export class ResponsesAnswer implements OpenAiAnswer<StreamEvent> {
  usage: TokenCounts | undefined;
  #stop: Stop | undefined;
  readonly #provider: string;
  readonly #draft = new AnswerDraft();

  constructor(provider: string) {
    this.#provider = provider;
  }

  *take(event: StreamEvent): Generator<ProviderEvent> {
    switch (event.type) {
      case "response.output_item.added":
        if (event.item.type === "function_call") {
          const call = { id: event.item.call_id, name: event.item.name };
          yield this.#draft.toolStart(String(event.output_index), call);
        }
        break;
      case "response.output_text.delta":
      case "response.refusal.delta":
        if (event.delta !== "")
          yield this.#draft.text(`${event.output_index} ${event.content_index}`, event.delta);
        break;
      case "response.function_call_arguments.delta":
        if (event.delta !== "") yield* given(this.#draft.toolArgs(String(event.output_index), event.delta));
        break;
      case "response.output_item.done":
        yield* this.#finishItem(String(event.output_index), event.item);
        break;
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        this.#finish(event.response);
        break;
      case "error":
        throw told(event.code, event.message);
      // The other events repeat what these say, or belong to tools that run at the provider.
    }
  }

  *end(): Generator<ProviderEvent> {
    if (this.#stop === undefined) return;
    yield* this.#draft.endTools();
    yield this.#draft.end(this.#stop, this.usage ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 });
  }

  *#finishItem(key: string, item: OutputItem): Generator<ProviderEvent> {
    if (item.type === "function_call") {
      // Compatible servers may send the arguments in one piece.
      const unsent = this.#draft.rawArgs(key) === "" && item.arguments !== "";
      if (unsent) yield* given(this.#draft.toolArgs(key, item.arguments));
      yield* given(this.#draft.toolEnd(key));
    }
    if (item.type === "message") {
      // Nor does a compatible server have to send the text in deltas.
      for (const [place, part] of (item.content ?? []).entries()) {
        const whole = part.type === "output_text" ? part.text : part.refusal;
        const partKey = `${key} ${place}`;
        if (whole && !this.#draft.has(partKey)) yield this.#draft.text(partKey, whole);
      }
    }
    // Reasoning without its encrypted form is known to the provider alone, and nothing is stored there.
    if (item.type === "reasoning" && typeof item.encrypted_content === "string") {
      const { id, summary, encrypted_content } = item;
      const payload = { type: "reasoning", id, summary, encrypted_content } as unknown as JsonObject;
      this.#draft.reasoning(key, this.#provider, payload);
    }
  }

  #finish(response: OpenAI.Responses.Response): void {
    if (response.usage) this.usage = toCounts(response.usage);
    if (response.status === "failed" || response.error) {
      throw told(response.error?.code ?? "failed", response.error?.message ?? "no reason given");
    }
    const reason = response.incomplete_details?.reason;
    if (reason === "content_filter") {
      const message = `${this.#provider}: the answer was withheld by the provider's content filter`;
      throw new ProviderError(message, { retryable: false, usage: this.usage });
    }
    this.#stop = response.status === "incomplete" || reason !== undefined ? "length" : "end_turn";
  }
}

/** What the server says of a failure, in the form in which the SDK throws it for the other API: judged like it. */
function told(type: string | null, message: string): Error {
  return Object.assign(new Error(message), { error: { type, message } });
}

/** Cached tokens are a part of the input's here; see the same function of the chat API. */
function toCounts(usage: OpenAI.Responses.ResponseUsage): TokenCounts {
  const cached = usage.input_tokens_details?.cached_tokens ?? 0;
  return {
    input: Math.max(0, usage.input_tokens - cached),
    output: usage.output_tokens,
    cacheRead: cached,
    cacheWrite: 0,
  };
}
