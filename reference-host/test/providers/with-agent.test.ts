/** The agent over real HTTP: what neither side can prove alone. */
import { afterEach, describe, expect, it } from "vitest";
import type { Tool } from "../../src/agent/contract.js";
import { harness } from "../agent/harness.js";
import type { ModelServer, Reply } from "../servers/index.js";
import { type Wire, wires } from "./wires.js";

let server: ModelServer;
afterEach(() => server.close());

const tool = (run: Tool["run"]): Tool => ({ name: "weather", description: "Weather", schema: {}, run });
const sunny = tool(async () => ({ content: [{ type: "text", text: "sunny" }], isError: false }));
const call = (city: string) => ({ id: `call-${city}`, name: "weather", args: { city } });

const agentFor = async (wire: Wire, replies: Reply[], weather = sunny) => {
  server = await wire.start(replies);
  return harness(wire.provider(server.url), { model: wire.model, tools: () => [weather] });
};

describe.each(wires)("an agent on $title", (wire) => {
  it("runs the tools of an answer and sends their results with the next request", async () => {
    const { run } = await agentFor(wire, [
      { call: [call("Berlin"), call("Oslo")] },
      { say: "Sunny in both." },
    ]);
    const events = await run("weather?");
    expect(events.filter((event) => event.type === "tool_result")).toHaveLength(2);
    expect(events.at(-1)).toEqual({ type: "done" });
    const second = JSON.stringify(server.requests[1]?.body);
    expect(["call-Berlin", "call-Oslo", "sunny"].every((part) => second.includes(part))).toBe(true);
  });

  it("runs two calls with one id in their order, each with its own result", async () => {
    const weather = tool(async (args) => ({
      content: [{ type: "text", text: `in ${String(args.city)}` }],
      isError: false,
    }));
    const twin = (city: string) => ({ ...call(city), id: "twin" });
    const replies: Reply[] = [{ call: [twin("Berlin"), twin("Oslo")] }, { say: "Done." }];
    const { run, agent } = await agentFor(wire, replies, weather);
    const events = await run("weather?");
    const idsOf = (type: string) =>
      events.flatMap((event) => (event.type === type && "id" in event ? [event.id] : []));
    const ids = idsOf("tool_use_start");
    expect(new Set(ids).size).toBe(2);
    for (const type of ["tool_use_end", "tool_call", "tool_result"]) expect(idsOf(type)).toEqual(ids);
    const [, asked, answered] = agent.messages();
    expect(asked?.content).toMatchObject([{ id: ids[0] }, { id: ids[1] }]);
    expect(answered?.content).toMatchObject([
      { callId: ids[0], content: [{ text: "in Berlin" }] },
      { callId: ids[1], content: [{ text: "in Oslo" }] },
    ]);
    expect(JSON.stringify(server.requests[1]?.body)).toContain(String(ids[1]));
  });

  it.each([429, 503, 529])(
    "gets over HTTP %i by trying again, without a word to the user",
    async (status) => {
      const { run } = await agentFor(wire, [{ status }, { hangUp: true }, { say: "Here." }]);
      const events = await run("hi");
      expect(events.filter((event) => event.type === "error")).toEqual([]);
      expect(events.find((event) => event.type === "text_delta")).toEqual({
        type: "text_delta",
        delta: "Here.",
      });
      expect(server.requests).toHaveLength(3);
    },
  );

  it.each([{ "retry-after": "1" }, { "retry-after-ms": "1000" }])(
    "comes back no earlier than the server asked for: %j",
    async (headers) => {
      const { run } = await agentFor(wire, [{ status: 429, headers }, { say: "Here." }]);
      const from = performance.now();
      await run("hi");
      expect(server.requests).toHaveLength(2);
      expect(performance.now() - from).toBeGreaterThanOrEqual(990);
    },
  );

  it("gives an overloaded server up after three attempts", async () => {
    const { run } = await agentFor(wire, [
      { status: 529 },
      { status: 529 },
      { status: 529 },
      { say: "too late" },
    ]);
    const events = await run("hi");
    expect(events.find((event) => event.type === "turn_end")).toMatchObject({
      stop: "error",
      error: expect.stringContaining("HTTP 529"),
    });
    expect(server.requests).toHaveLength(3);
  });

  it.each([400, 401, 500])("does not repeat a request that got HTTP %i", async (status) => {
    const { run } = await agentFor(wire, [{ status }]);
    const events = await run("hi");
    expect(events.find((event) => event.type === "turn_end")).toMatchObject({ stop: "error" });
    expect(server.requests).toHaveLength(1);
  });

  it("does not repeat a request whose answer was cut in the middle, and answers the next prompt", async () => {
    const { run } = await agentFor(wire, [{ say: "half an", ending: "cut" }, { say: "Whole." }]);
    expect((await run("hi")).find((event) => event.type === "turn_end")).toMatchObject({ stop: "error" });
    expect(server.requests).toHaveLength(1);
    expect((await run("again")).find((event) => event.type === "turn_end")).toMatchObject({
      stop: "end_turn",
    });
  });

  it.each(["cut", "eof"] as const)(
    "repeats a request whose answer ended before it began (%s), and tells nothing twice",
    async (ending) => {
      const { run } = await agentFor(wire, [
        { ending, usage: { input: 9, output: 4 } },
        { say: "Whole.", usage: { input: 9, output: 4 } },
      ]);
      const events = await run("hi");
      expect(events.map((event) => event.type)).toEqual([
        ...["user_message", "turn_start", "assistant_start", "text_delta"],
        ...["usage", "assistant_message", "turn_end", "done"],
      ]);
      expect(server.requests).toHaveLength(2);
      // Anthropic counts the input of the first one before the answer begins.
      const input = wire.model.provider === "anthropic" ? 18 : 9;
      expect(events.find((event) => event.type === "usage")).toMatchObject({ input });
    },
  );

  it("does not repeat a request whose answer was cut in a tool call", async () => {
    const { run } = await agentFor(wire, [{ call: [call("Berlin")], ending: "cut" }, { say: "Whole." }]);
    expect((await run("hi")).find((event) => event.type === "turn_end")).toMatchObject({ stop: "error" });
    expect(server.requests).toHaveLength(1);
  });

  it("can be aborted while a tool runs, and the server takes the transcript that is left", async () => {
    const abort = new AbortController();
    const slow = tool((_, { signal }) => {
      abort.abort();
      return new Promise((_resolve, reject) => {
        if (signal.aborted) reject(new Error("stopped"));
        signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true });
      });
    });
    const replies = [{ call: [call("Berlin"), call("Oslo")] }, { say: "Fine." }];
    const { run } = await agentFor(wire, replies, slow);
    await run("weather?", { signal: abort.signal });
    expect(server.requests).toHaveLength(1);
    const events = await run("never mind");
    expect(events.find((event) => event.type === "turn_end")).toMatchObject({ stop: "end_turn" });
    expect(unanswered(server.requests[1]?.body ?? {})).toEqual([]);
  });
});

/** The calls in a request that have no result there: each API refuses such a request. */
function unanswered(body: Record<string, unknown>): string[] {
  const text = JSON.stringify(body);
  const ids = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? "");
  const made = ids(/"(?:id|call_id)":"(call-\w+)"/g);
  const answered = ids(/"(?:tool_use_id|tool_call_id|type":"function_call_output","call_id)":"(call-\w+)"/g);
  return made.filter((id) => !answered.includes(id));
}
