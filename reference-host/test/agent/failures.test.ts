import { describe, expect, it } from "vitest";
import { type ModelEntry, ProviderError } from "../../src/agent/contract.js";
import { harness, model, time, types } from "./harness.js";
import { says, scriptedProvider } from "./scripted-provider.js";

const overloaded = {
  type: "throw",
  error: new ProviderError("http 529: overloaded", { status: 529, retryable: true }),
} as const;

describe("a model call that fails", () => {
  it("is made again, without an event, when the provider was overloaded before it answered", async () => {
    const provider = scriptedProvider([overloaded], [overloaded], says("at last"));
    const events = await harness(provider).run("hi");
    expect(provider.requests).toHaveLength(3);
    expect(types(events)).toEqual([
      "user_message",
      "turn_start",
      "assistant_start",
      "text_delta",
      "text_delta",
      "usage",
      "assistant_message",
      "turn_end",
      "done",
    ]);
  });

  it("is told of before each retry, with the time until then", async () => {
    const told: string[] = [];
    const later = new ProviderError("http 429: slow down", { retryable: true, retryAfterMs: 20 });
    const provider = scriptedProvider([overloaded], [{ type: "throw", error: later }], says("hello"));
    await harness(provider, { onRetry: (message) => told.push(message) }).run("hi");
    expect(told).toEqual([
      "http 529: overloaded; trying again in 1 ms",
      "http 429: slow down; trying again in 20 ms",
    ]);
  });

  it("is reported after the last retry, and the next prompt runs", async () => {
    const provider = scriptedProvider([overloaded], [overloaded], [overloaded], says("ok"));
    const { run } = harness(provider);
    expect((await run("hi")).slice(1)).toEqual([
      { type: "turn_start", step: 1 },
      { type: "turn_end", stop: "error", error: "http 529: overloaded" },
      { type: "error", message: "http 529: overloaded" },
      { type: "done" },
    ]);
    expect(types(await run("again"))).toContain("assistant_message");
  });

  it("is not made again when the provider refused it", async () => {
    const provider = scriptedProvider([
      { type: "throw", error: new ProviderError("http 400: bad request", { status: 400, retryable: false }) },
    ]);
    const events = await harness(provider).run("hi");
    expect(provider.requests).toHaveLength(1);
    expect(events).toContainEqual({ type: "error", message: "http 400: bad request" });
  });

  it("is not made again after the answer began, and is charged", async () => {
    const usage = { input: 1000, output: 2, cacheRead: 0, cacheWrite: 0 };
    const cut = new ProviderError("connection reset", { retryable: true, usage });
    const provider = scriptedProvider([
      { type: "start" },
      { type: "text", delta: "Hal" },
      { type: "throw", error: cut },
    ]);
    const { run, agent } = harness(provider);
    const events = await run("hi");
    expect(provider.requests).toHaveLength(1);
    expect(events.slice(3)).toEqual([
      { type: "text_delta", delta: "Hal" },
      expect.objectContaining({ type: "usage", input: 1000, output: 2, cost_usd: 0.00303 }),
      { type: "turn_end", stop: "error", error: "connection reset" },
      { type: "error", message: "connection reset" },
      { type: "done" },
    ]);
    expect(agent.messages().at(-1)).toEqual({
      role: "assistant",
      content: [{ type: "text", text: "Hal" }],
      time,
    });
  });

  it("by ending without an end is an error", async () => {
    const events = await harness(scriptedProvider([{ type: "start" }, { type: "text", delta: "Hal" }])).run(
      "hi",
    );
    expect(events).toContainEqual({ type: "error", message: "test: the answer broke off before its end" });
  });

  it("with an error of another kind still ends the turn and the prompt", async () => {
    const provider = scriptedProvider([{ type: "throw", error: new TypeError("") }]);
    const events = await harness(provider).run("hi");
    expect(events.slice(-3)).toEqual([
      { type: "turn_end", stop: "error", error: "test: unknown error" },
      { type: "error", message: "test: unknown error" },
      { type: "done" },
    ]);
  });

  it("is given up at once when the abort comes during the wait for a retry", async () => {
    const provider = scriptedProvider([overloaded], says("never"));
    const { agent } = harness(provider, { retryDelays: [3_600_000] });
    const controller = new AbortController();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const event of agent.prompt({ text: "hi" }, controller.signal)) {
        seen.push(event.type === "turn_end" ? event.stop : event.type);
      }
    })();
    while (provider.closed() === 0) await new Promise(setImmediate);
    controller.abort();
    await reading;
    expect(seen).toEqual(["user_message", "turn_start", "aborted", "done"]);
    expect(provider.requests).toHaveLength(1);
  });
});

describe("usage", () => {
  it("costs what the model's prices say, to the cent, cache included", async () => {
    const usage = { input: 1_000_000, output: 200_000, cacheRead: 3_000_000, cacheWrite: 400_000 };
    const { run, agent } = harness(scriptedProvider(says("big", { usage })));
    await run("hi");
    // 1.0 x 3 + 0.2 x 15 + 3 x 0.3 + 0.4 x 3.75
    expect(agent.usage()).toEqual({
      input: 1_000_000,
      output: 200_000,
      cache_read: 3_000_000,
      cache_write: 400_000,
      cost_usd: 8.4,
    });
  });

  it("counts each call at the prices of the model that answered it, and survives clear", async () => {
    const dear: ModelEntry = {
      ...model,
      id: "large",
      price: { input: 15, output: 75, cacheRead: 1.5, cacheWrite: 18.75 },
    };
    const usage = { input: 1000, output: 500, cacheRead: 0, cacheWrite: 0 };
    const provider = scriptedProvider(says("a", { usage }), says("b", { usage }));
    const { run, agent } = harness(provider);
    await run("one");
    expect(agent.usage().cost_usd).toBe(0.0105);
    agent.clear();
    agent.setModel(dear);
    const events = await run("two");
    expect(events).toContainEqual({
      type: "usage",
      input: 1000,
      output: 500,
      cache_read: 0,
      cache_write: 0,
      cost_usd: 0.0525,
      cumulative: { input: 2000, output: 1000, cache_read: 0, cache_write: 0, cost_usd: 0.063 },
    });
    expect(provider.requests.map((request) => request.model.id)).toEqual(["small", "large"]);
    expect(provider.requests[1]?.messages).toHaveLength(1);
  });

  it("does not drift over many calls", async () => {
    const usage = { input: 33_333, output: 1, cacheRead: 0, cacheWrite: 0 };
    const answers = Array.from({ length: 100 }, () => says("x", { usage }));
    const { run, agent } = harness(scriptedProvider(...answers));
    for (let prompt = 0; prompt < 100; prompt++) await run("again");
    expect(agent.usage().cost_usd).toBe(10.0014);
  });
});
