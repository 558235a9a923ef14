import { afterEach, describe, expect, it } from "vitest";
import { priced } from "../../src/agent/usage.js";
import type { ModelServer, Reply } from "../servers/index.js";
import {
  answerTo,
  anthropic,
  chat,
  collect,
  message,
  requestOf,
  responses,
  textOf,
  type Wire,
  wires,
} from "./wires.js";

const signal = new AbortController().signal;
let server: ModelServer;
afterEach(() => server.close());

const serve = async (wire: Wire, ...replies: Reply[]) => {
  server = await wire.start(replies);
  return server;
};

describe.each(wires)("$title", (wire) => {
  it("streams text in pieces and ends with the whole of it", async () => {
    await serve(wire, { say: "Hello there, user.", usage: { input: 7, output: 4 } });
    const { events, error } = await collect(wire.provider(server.url).stream(requestOf(wire, "hi"), signal));
    expect(error).toBeUndefined();
    expect(events).toEqual([
      { type: "start" },
      { type: "text", delta: "Hello " },
      { type: "text", delta: "there, " },
      { type: "text", delta: "user." },
      {
        type: "end",
        stop: "end_turn",
        content: [{ type: "text", text: "Hello there, user." }],
        usage: { input: 7, output: 4, cacheRead: 0, cacheWrite: 0 },
      },
    ]);
    expect(server.requests.map((request) => request.path)).toEqual([wire.path]);
  });

  it("keeps characters whole that arrive byte by byte", async () => {
    const say = "Größe: 🙂\u2028 fin";
    await serve(wire, { say, chunkBytes: 1 });
    const { events } = await collect(wire.provider(server.url).stream(requestOf(wire, "hi"), signal));
    expect(textOf(events)).toBe(say);
  });

  it("tells several tool calls of one answer apart and in order", async () => {
    const call = [
      { id: "a", name: "weather", args: { city: "Berlin" } },
      { id: "b", name: "weather", args: { city: "Oslo" } },
      { id: "c", name: "clock", args: {} },
    ];
    await serve(wire, { say: "Looking.", call });
    const { events } = await collect(wire.provider(server.url).stream(requestOf(wire, "hi"), signal));
    const starts = events.filter((event) => event.type === "tool_start");
    expect(starts).toEqual([
      { type: "tool_start", id: "a", name: "weather" },
      { type: "tool_start", id: "b", name: "weather" },
      { type: "tool_start", id: "c", name: "clock" },
    ]);
    const written = (id: string) =>
      events
        .flatMap((event) => (event.type === "tool_args" && event.id === id ? [event.delta] : []))
        .join("");
    expect(["a", "b", "c"].map(written)).toEqual(['{"city":"Berlin"}', '{"city":"Oslo"}', "{}"]);
    expect(events.filter((event) => event.type === "tool_end").map((event) => event.id)).toEqual([
      "a",
      "b",
      "c",
    ]);
    expect(events.at(-1)).toMatchObject({
      type: "end",
      stop: "tool_use",
      content: [
        { type: "text", text: "Looking." },
        { type: "tool_call", id: "a", name: "weather", args: { city: "Berlin" }, raw: '{"city":"Berlin"}' },
        { type: "tool_call", id: "b", name: "weather", args: { city: "Oslo" }, raw: '{"city":"Oslo"}' },
        { type: "tool_call", id: "c", name: "clock", args: {}, raw: "{}" },
      ],
    });
  });

  it.each(['{"city": "Ber', "[1]", '"Berlin"'])(
    "passes arguments that are no object on as raw text: %s",
    async (raw) => {
      await serve(wire, { call: [{ id: "a", name: "weather", raw }] });
      const end = await answerTo(wire.provider(server.url), requestOf(wire, "hi"));
      expect(end.content).toEqual([{ type: "tool_call", id: "a", name: "weather", args: undefined, raw }]);
    },
  );

  it("says so when the model ran into its limit", async () => {
    await serve(wire, { say: "and then", stop: "length" });
    expect(await answerTo(wire.provider(server.url), requestOf(wire, "hi"))).toMatchObject({
      stop: "length",
    });
  });

  it("counts cached tokens apart, and the cost is right to the cent", async () => {
    const cacheWrite = wire === anthropic ? 2_000_000 : 0;
    await serve(wire, {
      say: "ok",
      usage: { input: 1_000_000, output: 200_000, cacheRead: 4_000_000, cacheWrite },
    });
    const { usage } = await answerTo(wire.provider(server.url), requestOf(wire, "hi"));
    expect(usage).toEqual({ input: 1_000_000, output: 200_000, cacheRead: 4_000_000, cacheWrite });
    // 3.00 + 3.00 + 1.20, and 7.50 for what was written to the cache.
    expect(priced(usage, wire.model).cost_usd).toBe(wire === anthropic ? 14.7 : 7.2);
  });

  it("asks for as much reasoning as it is told, and for none by default", async () => {
    await serve(wire, { say: "ok" }, { say: "ok" });
    const provider = wire.provider(server.url);
    await answerTo(provider, requestOf(wire, "hi"));
    await answerTo(provider, { ...requestOf(wire, "hi"), reasoning: "medium" });
    const asked = server.requests.map(({ body }) => body.thinking ?? body.reasoning ?? body.reasoning_effort);
    const medium = new Map<Wire, unknown>([
      [anthropic, { type: "enabled", budget_tokens: 8192 }],
      [chat, "medium"],
      [responses, { effort: "medium" }],
    ]);
    expect(asked).toEqual([undefined, medium.get(wire)]);
  });

  it("sends no reasoning level to a model that has none", async () => {
    await serve(wire, { say: "ok" });
    const model = { ...wire.model, reasoning: false };
    await answerTo(wire.provider(server.url), { ...requestOf(wire, "hi"), model, reasoning: "high" });
    expect(server.requests[0]?.body).not.toHaveProperty("thinking");
    expect(server.requests[0]?.body).not.toHaveProperty("reasoning");
    expect(server.requests[0]?.body).not.toHaveProperty("reasoning_effort");
  });

  it("gives the model's reasoning back with the tool calls that it led to, and shows it to nobody", async () => {
    await serve(
      wire,
      { think: "Need the weather.", call: [{ id: "a", name: "weather" }] },
      { say: "Sunny." },
    );
    const provider = wire.provider(server.url);
    const { events } = await collect(provider.stream(requestOf(wire, "hi"), signal));
    expect(textOf(events)).toBe("");
    const end = events.at(-1);
    if (end?.type !== "end") throw new Error("the answer has no end");
    const result = message("tool", {
      type: "tool_result",
      callId: "a",
      isError: false,
      content: [{ type: "text", text: "sunny" }],
    });
    await answerTo(provider, requestOf(wire, "hi", message("assistant", ...end.content), result));
    const body = server.requests[1]?.body ?? {};
    const sent = new Map<Wire, unknown>([
      [anthropic, { type: "thinking", thinking: "Need the weather.", signature: "signed" }],
      [chat, { reasoning_content: "Need the weather." }],
      [
        responses,
        { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "encrypted Need the weather." },
      ],
    ]);
    const assistant = wire === responses ? body.input : body.messages;
    expect(JSON.stringify(assistant)).toContain(JSON.stringify(sent.get(wire)).replace(/^\{|\}$/g, ""));
  });

  it("does not send the reasoning of another provider", async () => {
    await serve(wire, { say: "ok" });
    const foreign = { type: "reasoning" as const, provider: "elsewhere", payload: { secret: "thoughts" } };
    const request = requestOf(
      wire,
      "hi",
      message("assistant", foreign, { type: "text", text: "yes" }),
      "go on",
    );
    await answerTo(wire.provider(server.url), request);
    expect(JSON.stringify(server.requests[0]?.body)).not.toContain("thoughts");
  });
});

describe("thinking of Anthropic's models", () => {
  it("is asked for by effort where the model takes no budget", async () => {
    await serve(anthropic, { say: "ok" });
    const model = { ...anthropic.model, thinking: "adaptive" as const };
    await answerTo(anthropic.provider(server.url), {
      ...requestOf(anthropic, "hi"),
      model,
      reasoning: "high",
    });
    expect(server.requests[0]?.body).toMatchObject({
      thinking: { type: "adaptive" },
      output_config: { effort: "high" },
    });
  });

  it("leaves room for the answer, and is left out where there is none", async () => {
    await serve(anthropic, { say: "ok" }, { say: "ok" });
    const provider = anthropic.provider(server.url);
    const request = { ...requestOf(anthropic, "hi"), reasoning: "high" as const };
    await answerTo(provider, { ...request, maxOutput: 4096 });
    await answerTo(provider, { ...request, maxOutput: 1500 });
    const asked = server.requests.map(({ body }) => body.thinking);
    expect(asked).toEqual([{ type: "enabled", budget_tokens: 3072 }, undefined]);
  });
});
