import { describe, expect, it } from "vitest";
import { answer, harness, model, time, tool, types } from "./harness.js";
import { calls, says, scriptedProvider, tokens } from "./scripted-provider.js";

const oneCall = { input: 100, output: 10, cache_read: 0, cache_write: 0, cost_usd: 0.00045 };
const twoCalls = { input: 200, output: 20, cache_read: 0, cache_write: 0, cost_usd: 0.0009 };

describe("a prompt", () => {
  it("streams a text answer as the events of the specification, in their order", async () => {
    const { run } = harness(scriptedProvider(says("Hello.")));
    expect(await run("hi")).toEqual([
      { type: "user_message", content: [{ type: "text", text: "hi" }], time },
      { type: "turn_start", step: 1 },
      { type: "assistant_start" },
      { type: "text_delta", delta: "Hel" },
      { type: "text_delta", delta: "lo." },
      { type: "usage", ...oneCall, cumulative: oneCall },
      { type: "assistant_message", content: [{ type: "text", text: "Hello." }], time },
      { type: "turn_end", stop: "end_turn" },
      { type: "done" },
    ]);
  });

  it("runs a tool between two model calls and gives the model its result", async () => {
    const provider = scriptedProvider(
      calls([{ id: "c1", name: "weather", raw: '{"city":"Berlin"}' }], { text: "Let me look." }),
      says("Fog."),
    );
    const weather = tool(
      "weather",
      async (_, { onProgress, cwd }) => {
        onProgress(`asking from ${cwd}`);
        return answer("16 degrees, fog");
      },
      { extension: "station" },
    );
    const { run } = harness(provider, { tools: () => [weather] });
    expect(await run("weather?")).toEqual([
      { type: "user_message", content: [{ type: "text", text: "weather?" }], time },
      { type: "turn_start", step: 1 },
      { type: "assistant_start" },
      { type: "text_delta", delta: "Let me look." },
      { type: "tool_use_start", id: "c1", name: "weather" },
      { type: "tool_use_args", id: "c1", delta: '{"city":"Berlin"}' },
      { type: "tool_use_end", id: "c1" },
      { type: "usage", ...oneCall, cumulative: oneCall },
      {
        type: "assistant_message",
        content: [
          { type: "text", text: "Let me look." },
          { type: "tool_call", id: "c1", name: "weather", args: { city: "Berlin" } },
        ],
        time,
      },
      { type: "tool_call", id: "c1", name: "weather", args: { city: "Berlin" } },
      { type: "turn_end", stop: "tool_use" },
      { type: "tool_progress", id: "c1", text: "asking from /project" },
      {
        type: "tool_result",
        id: "c1",
        is_error: false,
        content: [{ type: "text", text: "16 degrees, fog" }],
        extension: "station",
      },
      { type: "turn_start", step: 2 },
      { type: "assistant_start" },
      { type: "text_delta", delta: "Fo" },
      { type: "text_delta", delta: "g." },
      { type: "usage", ...oneCall, cumulative: twoCalls },
      { type: "assistant_message", content: [{ type: "text", text: "Fog." }], time },
      { type: "turn_end", stop: "end_turn" },
      { type: "done" },
    ]);
    expect(provider.requests[1]?.messages).toEqual([
      { role: "user", content: [{ type: "text", text: "weather?" }], time },
      {
        role: "assistant",
        content: [
          { type: "text", text: "Let me look." },
          {
            type: "tool_call",
            id: "c1",
            name: "weather",
            args: { city: "Berlin" },
            raw: '{"city":"Berlin"}',
          },
        ],
        time,
      },
      {
        role: "tool",
        content: [
          {
            type: "tool_result",
            callId: "c1",
            isError: false,
            content: [{ type: "text", text: "16 degrees, fog" }],
          },
        ],
        time,
      },
    ]);
  });

  it("sends images after the text and reports them by their size", async () => {
    const provider = scriptedProvider(says("A dot."));
    const { agent } = harness(provider);
    const images = [{ mimeType: "image/png", data: Buffer.from("12345").toString("base64") }];
    const events = [];
    for await (const event of agent.prompt({ text: "what?", images }, new AbortController().signal))
      events.push(event);
    expect(events[0]).toEqual({
      type: "user_message",
      content: [
        { type: "text", text: "what?" },
        { type: "image", mime_type: "image/png", bytes: 5 },
      ],
      time,
    });
    expect(provider.requests[0]?.messages[0]?.content).toEqual([
      { type: "text", text: "what?" },
      { type: "image", ...images[0] },
    ]);
  });

  it("asks for system prompt and tools before each model call, so that a late tool is offered", async () => {
    const provider = scriptedProvider(calls([{ id: "c1", name: "one", raw: "{}" }]), says("ok"));
    const tools = [
      tool("one", async () => {
        tools.push(tool("two"));
        return answer("registered");
      }),
    ];
    let asked = 0;
    const { run } = harness(provider, { tools: () => tools, system: () => `call ${++asked}` });
    await run("go");
    expect(
      provider.requests.map(({ system, tools }) => ({ system, tools: tools.map(({ name }) => name) })),
    ).toEqual([
      { system: "call 1", tools: ["one"] },
      { system: "call 2", tools: ["one", "two"] },
    ]);
  });

  it("keeps one transcript over all prompts", async () => {
    const provider = scriptedProvider(says("one"), says("two"));
    const { run } = harness(provider);
    await run("first");
    await run("second");
    expect(provider.requests[1]?.messages.map(({ content }) => content)).toEqual([
      [{ type: "text", text: "first" }],
      [{ type: "text", text: "one" }],
      [{ type: "text", text: "second" }],
    ]);
  });

  it("stops with an error when the limit of model calls is reached, its last results in the transcript", async () => {
    const call = (id: string) => calls([{ id, name: "again", raw: "{}" }]);
    const { run, agent } = harness(scriptedProvider(call("c1"), call("c2"), says("never")), {
      tools: () => [tool("again")],
      maxSteps: 2,
    });
    const events = await run("loop");
    expect(types(events).slice(-4)).toEqual(["turn_end", "tool_result", "error", "done"]);
    expect(events.at(-2)).toEqual({ type: "error", message: expect.stringContaining("2 model calls") });
    expect(agent.messages().at(-1)?.role).toBe("tool");
  });

  it("shows text that came only with the end of the answer", async () => {
    const provider = scriptedProvider([
      { type: "end", stop: "end_turn", content: [{ type: "text", text: "all at once" }], usage: tokens },
    ]);
    const events = await harness(provider).run("hi");
    expect(types(events)).toEqual([
      "user_message",
      "turn_start",
      "assistant_start",
      "usage",
      "text_delta",
      "assistant_message",
      "turn_end",
      "done",
    ]);
  });

  it("reports an answer that reached the output limit as length", async () => {
    const events = await harness(scriptedProvider(says("cut", { stop: "length" }))).run("hi");
    expect(events).toContainEqual({ type: "turn_end", stop: "length" });
  });

  it("adds no empty message to the transcript when the model says nothing", async () => {
    const provider = scriptedProvider([
      { type: "start" },
      { type: "end", stop: "end_turn", content: [], usage: tokens },
    ]);
    const { run, agent } = harness(provider);
    const events = await run("hi");
    expect(events).toContainEqual({ type: "assistant_message", content: [], time });
    expect(agent.messages()).toHaveLength(1);
  });

  it("keeps reasoning for the provider and shows it to nobody", async () => {
    const reasoning = { type: "reasoning", provider: "test", payload: { secret: "thoughts" } } as const;
    const provider = scriptedProvider(
      [{ type: "end", stop: "end_turn", content: [reasoning, { type: "text", text: "ok" }], usage: tokens }],
      says("again"),
    );
    const { run } = harness(provider);
    const events = await run("hi");
    await run("more");
    expect(JSON.stringify(events)).not.toContain("thoughts");
    expect(provider.requests[1]?.messages[1]?.content[0]).toEqual(reasoning);
  });

  it("tells the hooks of each event before the consumer, with what the wire leaves out", async () => {
    const { run, told } = harness(
      scriptedProvider(
        calls(
          [
            { id: "c1", name: "x", raw: "{}" },
            { id: "c2", name: "x", raw: "[1]" },
          ],
          { text: "Hm." },
        ),
        says("ok"),
      ),
      { tools: () => [tool("x")] },
    );
    const events = await run("go");
    expect(told.map(({ event }) => event)).toEqual(events);
    const details = told.filter(
      ({ event }) => event.type === "tool_call" || event.type === "assistant_message",
    );
    expect(details.map(({ detail }) => detail)).toEqual([
      { text: "Hm." },
      { callable: true },
      { callable: false },
      { text: "ok" },
    ]);
  });
});

describe("one operation at a time", () => {
  it("throws a BusyError for a second prompt, a compaction, clear, setModel and restore", async () => {
    const { agent, run } = harness(scriptedProvider(says("slow"), says("after")));
    const { signal } = new AbortController();
    const waiting = agent.prompt({ text: "claimed too late" }, signal);
    const running = agent.prompt({ text: "first" }, signal)[Symbol.asyncIterator]();
    await running.next();
    expect(agent.busy).toBe(true);
    const busy = expect.objectContaining({ name: "BusyError", code: "AGENT_BUSY" });
    expect(() => agent.prompt({ text: "second" }, signal)).toThrow(busy);
    expect(() => agent.compact(signal)).toThrow(busy);
    expect(() => agent.clear()).toThrow(busy);
    expect(() => agent.setModel(model)).toThrow(busy);
    expect(() => agent.restore([], agent.usage())).toThrow(busy);
    await expect(waiting[Symbol.asyncIterator]().next()).rejects.toEqual(busy);
    while ((await running.next()).done !== true);
    expect(agent.busy).toBe(false);
    expect(types(await run("again")).at(-1)).toBe("done");
  });

  it("takes the next prompt as soon as done is heard", async () => {
    const { agent, run } = harness(scriptedProvider(says("one"), says("two")));
    for await (const event of agent.prompt({ text: "one" }, new AbortController().signal)) {
      if (event.type === "done") expect(types(await run("two")).at(-1)).toBe("done");
    }
  });

  it("refuses a prompt without text and images", () => {
    const { agent } = harness(scriptedProvider());
    expect(() => agent.prompt({ text: "" }, new AbortController().signal)).toThrow(
      expect.objectContaining({ code: "AGENT_EMPTY_PROMPT" }),
    );
  });
});
