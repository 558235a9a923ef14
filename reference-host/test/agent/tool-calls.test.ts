import { describe, expect, it } from "vitest";
import { answer, harness, tool, types } from "./harness.js";
import { calls, says, scriptedProvider } from "./scripted-provider.js";

describe("the tool calls of an answer", () => {
  it("run one after another in the order of the calls, and answer in one message", async () => {
    const log: string[] = [];
    const step = (name: string, ticks: number) =>
      tool(name, async () => {
        log.push(`${name} starts`);
        for (let tick = 0; tick < ticks; tick++) await new Promise(setImmediate);
        log.push(`${name} ends`);
        return answer(name);
      });
    const provider = scriptedProvider(
      calls([
        { id: "c1", name: "slow", raw: "{}" },
        { id: "c2", name: "fast", raw: "{}" },
        { id: "c3", name: "slow", raw: "{}" },
      ]),
      says("ok"),
    );
    const { run } = harness(provider, { tools: () => [step("fast", 0), step("slow", 5)] });
    const events = await run("go");
    expect(log).toEqual(["slow starts", "slow ends", "fast starts", "fast ends", "slow starts", "slow ends"]);
    expect(
      types(events).filter((type) => /^(tool_call|turn_end|tool_result|turn_start)$/.test(type)),
    ).toEqual([
      "turn_start",
      "tool_call",
      "tool_call",
      "tool_call",
      "turn_end",
      "tool_result",
      "tool_result",
      "tool_result",
      "turn_start",
      "turn_end",
    ]);
    const last = provider.requests[1]?.messages.at(-1);
    expect(last?.role).toBe("tool");
    expect(last?.content.map((block) => block.type === "tool_result" && block.callId)).toEqual([
      "c1",
      "c2",
      "c3",
    ]);
  });

  it.each([
    ["text that is not JSON", '{"command": "ls'],
    ["an array", "[1]"],
    ["a string", '"ls"'],
    ["null", "null"],
  ])("are neither run nor shown to a guard when their arguments are %s", async (_, raw) => {
    const bash = tool("bash");
    const guarded: unknown[] = [];
    const provider = scriptedProvider(
      calls([
        { id: "c1", name: "bash", raw },
        { id: "c2", name: "bash", raw: '{"command":"ls"}' },
      ]),
      says("sorry"),
    );
    const { run, told } = harness(provider, {
      tools: () => [bash],
      hooks: {
        beforeTool: async (call) => {
          guarded.push(call.id);
          return { allow: true, args: call.args };
        },
      },
      approve: async (call) => {
        guarded.push(call.id);
        return { allow: true };
      },
    });
    const events = await run("go");
    expect(events).toContainEqual({ type: "tool_call", id: "c1", name: "bash", args: null });
    expect(events.filter(({ type }) => type === "tool_result")).toMatchObject([
      {
        id: "c1",
        is_error: true,
        content: [{ text: expect.stringContaining("could not be parsed as a JSON object") }],
      },
      { id: "c2", is_error: false },
    ]);
    expect(guarded).toEqual(["c2", "c2"]);
    expect(bash.ran).toEqual([{ command: "ls" }]);
    expect(told.filter(({ detail }) => detail.callable === true)).toHaveLength(1);
    expect(provider.requests[1]?.messages[1]?.content[0]).toMatchObject({ id: "c1", raw });
    expect(provider.requests[1]?.messages[1]?.content[0]).not.toHaveProperty("args", expect.anything());
  });

  it("of an unknown tool are answered with an error and shown to no guard", async () => {
    const { run } = harness(scriptedProvider(calls([{ id: "c1", name: "nope", raw: "{}" }]), says("ok")), {
      hooks: {
        beforeTool: async () => {
          throw new Error("asked");
        },
      },
    });
    expect(await run("go")).toContainEqual({
      type: "tool_result",
      id: "c1",
      is_error: true,
      content: [{ type: "text", text: 'unknown tool "nope"' }],
    });
  });

  it("that throw are answered with the message of the error", async () => {
    const broken = tool("broken", async () => {
      throw new Error("it broke");
    });
    const { run } = harness(scriptedProvider(calls([{ id: "c1", name: "broken", raw: "{}" }]), says("ok")), {
      tools: () => [broken],
    });
    const content = [{ type: "text", text: "it broke" }];
    expect(await run("go")).toContainEqual({ type: "tool_result", id: "c1", is_error: true, content });
  });

  it("that return nothing are answered with a text all the same", async () => {
    const silent = tool("silent", async () => ({ content: [], isError: false }));
    const { run } = harness(scriptedProvider(calls([{ id: "c1", name: "silent", raw: "{}" }]), says("ok")), {
      tools: () => [silent],
    });
    const content = [{ type: "text", text: "(no output)" }];
    expect(await run("go")).toContainEqual({ type: "tool_result", id: "c1", is_error: false, content });
  });

  it("run although the model said end_turn, and the turn counts as tool_use", async () => {
    const x = tool("x");
    const { run } = harness(
      scriptedProvider(calls([{ id: "c1", name: "x", raw: "{}" }], { stop: "end_turn" }), says("ok")),
      {
        tools: () => [x],
      },
    );
    const events = await run("go");
    expect(events).toContainEqual({ type: "turn_end", stop: "tool_use" });
    expect(x.ran).toHaveLength(1);
  });

  it("of an answer that reached the output limit are not run, and the model can try again", async () => {
    const x = tool("x");
    const provider = scriptedProvider(
      calls(
        [
          { id: "c1", name: "x", raw: "{}" },
          { id: "c2", name: "x", raw: '{"content":"long' },
        ],
        { stop: "length" },
      ),
      says("shorter"),
    );
    const { run } = harness(provider, { tools: () => [x] });
    const events = await run("go");
    expect(events).toContainEqual({ type: "turn_end", stop: "length" });
    expect(events.filter(({ type }) => type === "tool_result")).toMatchObject([
      { id: "c1", is_error: true, content: [{ text: expect.stringContaining("output limit") }] },
      { id: "c2", is_error: true, content: [{ text: expect.stringContaining("could not be parsed") }] },
    ]);
    expect(x.ran).toEqual([]);
    expect(events.at(-2)).toEqual({ type: "turn_end", stop: "end_turn" });
  });

  it("report progress only until their result", async () => {
    let late: (text: string) => void = () => undefined;
    const chatty = tool("chatty", async (_, { onProgress }) => {
      late = onProgress;
      onProgress("one");
      await new Promise(setImmediate);
      onProgress("two");
      onProgress("three");
      return answer("done");
    });
    const provider = scriptedProvider(calls([{ id: "c1", name: "chatty", raw: "{}" }]), says("ok"));
    const { agent } = harness(provider, { tools: () => [chatty] });
    const texts: string[] = [];
    for await (const event of agent.prompt({ text: "go" }, new AbortController().signal)) {
      if (event.type === "tool_progress") texts.push(event.text);
      if (event.type === "tool_result") late("too late");
    }
    expect(texts.join("")).toBe("onetwothree");
  });
});
