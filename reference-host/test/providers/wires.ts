/** The three wire formats under test, so that one sentence about behaviour is proved for each. */
import type { Block, ModelEntry, ModelRequest, Provider, ProviderEvent } from "../../src/agent/contract.js";
import { createAnthropicProvider } from "../../src/providers/anthropic.js";
import { createOpenAiProvider } from "../../src/providers/openai.js";
import { type ModelServer, type Reply, startAnthropicServer, startOpenAiServer } from "../servers/index.js";

/** A wire format with its server, provider and model. */
export interface Wire {
  readonly title: string;
  readonly path: string;
  readonly model: ModelEntry;
  start(replies: readonly Reply[]): Promise<ModelServer>;
  provider(baseUrl: string, options?: { apiKey?: string | undefined; idleTimeoutMs?: number }): Provider;
}

const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const model = {
  id: "test-1",
  name: "Test",
  contextWindow: 100_000,
  maxOutput: 20_000,
  reasoning: true,
  price,
};

export const anthropic: Wire = {
  title: "anthropic",
  path: "/v1/messages",
  model: { ...model, provider: "anthropic" },
  start: startAnthropicServer,
  provider: (baseUrl, options = {}) => createAnthropicProvider({ apiKey: "key", baseUrl, ...options }),
};

export const chat: Wire = {
  title: "openai chat",
  path: "/v1/chat/completions",
  model: { ...model, provider: "openai" },
  start: startOpenAiServer,
  provider: (baseUrl, options = {}) => createOpenAiProvider({ apiKey: "key", baseUrl, ...options }),
};

export const responses: Wire = {
  ...chat,
  title: "openai responses",
  path: "/v1/responses",
  model: { ...model, provider: "openai", api: "responses" },
};

export const wires = [anthropic, chat, responses];

/** A request with a transcript; a string is a user's message. */
export function requestOf(wire: Wire, ...said: (string | ModelRequest["messages"][number])[]): ModelRequest {
  return {
    model: wire.model,
    system: "You are a test.",
    messages: said.map((one) =>
      typeof one === "string" ? message("user", { type: "text", text: one }) : one,
    ),
    tools: [
      {
        name: "weather",
        description: "Weather of a city",
        schema: { properties: { city: { type: "string" } } },
      },
    ],
    maxOutput: wire.model.maxOutput,
    reasoning: undefined,
  };
}

export function message(
  role: "user" | "assistant" | "tool",
  ...content: Block[]
): ModelRequest["messages"][number] {
  return { role, content, time: "2026-01-01T00:00:00Z" };
}

/** Every event of an answer, or those before it failed with the error. */
export async function collect(
  events: AsyncIterable<ProviderEvent>,
): Promise<{ events: ProviderEvent[]; error: unknown }> {
  const seen: ProviderEvent[] = [];
  try {
    for await (const event of events) seen.push(event);
    return { events: seen, error: undefined };
  } catch (error) {
    return { events: seen, error };
  }
}

/** The last event of an answer that ends well. */
export async function answerTo(
  provider: Provider,
  request: ModelRequest,
): Promise<Extract<ProviderEvent, { type: "end" }>> {
  const { events, error } = await collect(provider.stream(request, new AbortController().signal));
  if (error !== undefined) throw error;
  const last = events.at(-1);
  if (last?.type !== "end") throw new Error("the answer has no end");
  return last;
}

/** The text of the deltas. */
export function textOf(events: readonly ProviderEvent[]): string {
  return events.flatMap((event) => (event.type === "text" ? [event.delta] : [])).join("");
}
