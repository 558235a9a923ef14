import type OpenAI from "openai";
import { ProviderError, type ProviderEvent, type TokenCounts } from "../agent/contract.js";
import { AnswerDraft, given } from "./answer-draft.js";
import type { OpenAiAnswer } from "./openai.js";

type Chunk = OpenAI.ChatCompletionChunk;
type Choice = Chunk["choices"][number];
type Delta = Choice["delta"];
type CallDelta = NonNullable<Delta["tool_calls"]>[number];
type Stop = Extract<ProviderEvent, { type: "end" }>["stop"];

/** Reads the chunks of one Chat Completions answer. */
export class ChatAnswer implements OpenAiAnswer<Chunk> {
  usage: TokenCounts | undefined;
  #stop: Stop | undefined;
  #reasoning = "";
  readonly #provider: string;
  readonly #draft = new AnswerDraft();
  /** The call that a chunk's index means now. */
  readonly #callAt = new Map<number, { readonly key: string; readonly said: string | undefined }>();
  #calls = 0;

  constructor(provider: string) {
    this.#provider = provider;
  }

  *take(chunk: Chunk): Generator<ProviderEvent> {
    if (chunk.usage) this.usage = toCounts(chunk.usage);
    const choice = chunk.choices?.[0];
    if (choice === undefined) return;
    if (choice.delta) yield* this.#grow(choice.delta);
    if (choice.finish_reason) this.#finish(choice.finish_reason);
  }

  *end(): Generator<ProviderEvent> {
    if (this.#stop === undefined) return;
    yield* this.#draft.endTools();
    yield this.#draft.end(this.#stop, this.usage ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 });
  }

  *#grow(delta: Delta): Generator<ProviderEvent> {
    const { reasoning_content: reasoning } = delta as { reasoning_content?: unknown };
    if (typeof reasoning === "string" && reasoning !== "") {
      this.#reasoning += reasoning;
      this.#draft.reasoning("reasoning", this.#provider, { reasoning_content: this.#reasoning });
    }
    if (delta.content) yield this.#draft.text("text", delta.content);
    if (delta.refusal) yield this.#draft.text("text", delta.refusal);
    for (const [position, call] of (delta.tool_calls ?? []).entries()) {
      yield* this.#growCall(call.index ?? position, call);
    }
  }

  *#growCall(index: number, call: CallDelta): Generator<ProviderEvent> {
    let known = this.#callAt.get(index);
    const name = call.function?.name;
    // Some servers give every call of an answer the index 0: a new id with a name is a new call.
    if (name && (known === undefined || (call.id && call.id !== known.said))) {
      if (known !== undefined) yield* given(this.#draft.toolEnd(known.key));
      // Not the id but the place tells calls apart: some servers give all calls of an answer the same id.
      this.#calls++;
      known = { key: `call ${this.#calls}`, said: call.id };
      this.#callAt.set(index, known);
      yield this.#draft.toolStart(known.key, { id: call.id, name });
    }
    const written = call.function?.arguments;
    if (known !== undefined && written) yield* given(this.#draft.toolArgs(known.key, written));
  }

  #finish(reason: NonNullable<Choice["finish_reason"]>): void {
    if (reason === "content_filter") {
      const message = `${this.#provider}: the answer was withheld by the provider's content filter`;
      throw new ProviderError(message, { retryable: false, usage: this.usage });
    }
    const toolUse = reason === "tool_calls" || reason === "function_call";
    this.#stop = toolUse ? "tool_use" : reason === "length" ? "length" : "end_turn";
  }
}

/**
 * Cached tokens are a part of the prompt's here. Writing to the cache costs the same as reading the prompt,
 * so it stays in `input`. One compatible server puts the cached ones a level higher.
 */
function toCounts(usage: OpenAI.CompletionUsage & { cached_tokens?: number }): TokenCounts {
  const cached = usage.prompt_tokens_details?.cached_tokens ?? usage.cached_tokens ?? 0;
  return {
    input: Math.max(0, (usage.prompt_tokens ?? 0) - cached),
    output: usage.completion_tokens ?? 0,
    cacheRead: cached,
    cacheWrite: 0,
  };
}
