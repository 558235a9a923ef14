import { describe, expect, it } from "vitest";
import { harness, streamed, time, tool, types } from "./harness.js";
import { calls, says, scriptedProvider, tokens } from "./scripted-provider.js";

describe("the hook before a turn", () => {
  it("ends the prompt without a model call and shows the reason when it refuses", async () => {
    const provider = scriptedProvider(says("never"));
    const { run } = harness(provider, {
      hooks: { beforeTurn: async () => ({ allow: false, reason: "closed today" }) },
    });
    expect((await run("hi")).slice(1)).toEqual([
      { type: "turn_start", step: 1 },
      { type: "turn_end", stop: "error", error: "closed today" },
      { type: "done" },
    ]);
    expect(provider.requests).toEqual([]);
  });

  it("is asked before each model call with its number", async () => {
    const steps: number[] = [];
    const { run } = harness(scriptedProvider(calls([{ id: "c1", name: "x", raw: "{}" }]), says("ok")), {
      tools: () => [tool("x")],
      hooks: {
        beforeTurn: async (step) => {
          steps.push(step);
          return { allow: true };
        },
      },
    });
    await run("go");
    await expect(run("again")).resolves.toContainEqual(
      expect.objectContaining({ type: "turn_end", stop: "error" }),
    );
    expect(steps).toEqual([1, 2, 1]);
  });
});

describe("the hook before a tool", () => {
  const provider = () =>
    scriptedProvider(calls([{ id: "c1", name: "bash", raw: '{"command":"ls"}' }]), says("ok"));

  it("refuses the call with a reason that the model reads as an error", async () => {
    const bash = tool("bash");
    const model = provider();
    const { run } = harness(model, {
      tools: () => [bash],
      hooks: { beforeTool: async () => ({ allow: false, reason: "not on my machine" }) },
    });
    const events = await run("go");
    const content = [{ type: "text", text: "not on my machine" }];
    expect(events).toContainEqual({ type: "tool_result", id: "c1", is_error: true, content });
    expect(model.requests[1]?.messages.at(-1)?.content).toEqual([
      { type: "tool_result", callId: "c1", isError: true, content },
    ]);
    expect(bash.ran).toEqual([]);
  });

  it("rewrites the arguments for the tool alone: event and transcript keep the model's", async () => {
    const bash = tool("bash");
    const model = provider();
    const { run } = harness(model, {
      tools: () => [bash],
      hooks: { beforeTool: async () => ({ allow: true, args: { command: "echo safe" } }) },
    });
    const events = await run("go");
    expect(bash.ran).toEqual([{ command: "echo safe" }]);
    expect(events).toContainEqual({ type: "tool_call", id: "c1", name: "bash", args: { command: "ls" } });
    expect(model.requests[1]?.messages[1]?.content[0]).toMatchObject({ args: { command: "ls" } });
  });

  it("refuses when it throws: a guard that fails is no permission", async () => {
    const bash = tool("bash");
    const { run } = harness(provider(), {
      tools: () => [bash],
      hooks: {
        beforeTool: async () => {
          throw new Error("guard broke");
        },
      },
    });
    const result = (await run("go")).find(({ type }) => type === "tool_result");
    expect(result).toMatchObject({
      is_error: true,
      content: [{ text: expect.stringContaining("guard broke") }],
    });
    expect(bash.ran).toEqual([]);
  });

  it("is followed by the user's approval, who sees the arguments as they will be run", async () => {
    const bash = tool("bash");
    const asked: unknown[] = [];
    const { run } = harness(provider(), {
      tools: () => [bash],
      hooks: { beforeTool: async () => ({ allow: true, args: { command: "echo safe" } }) },
      approve: async (call) => {
        asked.push(call);
        return { allow: false, reason: "no, thank you" };
      },
    });
    const events = await run("go");
    expect(asked).toEqual([{ id: "c1", name: "bash", args: { command: "echo safe" } }]);
    expect(events).toContainEqual({
      type: "tool_result",
      id: "c1",
      is_error: true,
      content: [{ type: "text", text: "no, thank you" }],
    });
    expect(bash.ran).toEqual([]);
  });
});

describe("the hook before an assistant message", () => {
  const secret = "the key is sk-123";
  const withCall = calls([{ id: "c1", name: "x", raw: "{}" }], { text: secret });

  it("holds all deltas back and then shows the text that it allowed, whole", async () => {
    const { run } = harness(scriptedProvider(says(secret)), { hooks: { holdsText: () => true } });
    const events = await run("hi");
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
    expect(streamed(events)).toBe(secret);
  });

  it("replaces the text everywhere but in the transcript", async () => {
    const provider = scriptedProvider(withCall, says("bye"));
    const x = tool("x");
    const { run, told } = harness(provider, {
      tools: () => [x],
      hooks: {
        holdsText: () => true,
        beforeMessage: async (text) => ({ allow: true, text: text.replace("sk-123", "[redacted]") }),
      },
    });
    const events = await run("hi");
    expect(JSON.stringify(events)).not.toContain("sk-123");
    expect(events).toContainEqual({ type: "text_delta", delta: "the key is [redacted]" });
    expect(events).toContainEqual({
      type: "assistant_message",
      content: [
        { type: "text", text: "the key is [redacted]" },
        { type: "tool_call", id: "c1", name: "x", args: {} },
      ],
      time,
    });
    expect(told.find(({ event }) => event.type === "assistant_message")?.detail).toEqual({
      text: "the key is [redacted]",
    });
    expect(x.ran).toHaveLength(1);
    expect(provider.requests[1]?.messages[1]?.content[0]).toEqual({ type: "text", text: secret });
  });

  it("blocks the text, says why, and lets the tools run", async () => {
    const provider = scriptedProvider(withCall, says("bye"));
    const x = tool("x");
    const { run } = harness(provider, {
      tools: () => [x],
      hooks: {
        holdsText: () => true,
        beforeMessage: async (text) =>
          text === secret
            ? { allow: false, reason: "leaks a key", extension: "guard" }
            : { allow: true, text },
      },
    });
    const events = await run("hi");
    expect(JSON.stringify(events)).not.toContain("sk-123");
    expect(types(events.slice(0, 10))).toEqual([
      "user_message",
      "turn_start",
      "assistant_start",
      "tool_use_start",
      "tool_use_args",
      "tool_use_end",
      "usage",
      "ext_notify",
      "tool_call",
      "turn_end",
    ]);
    expect(events[7]).toEqual({
      type: "ext_notify",
      extension: "guard",
      level: "warn",
      message: "leaks a key",
    });
    expect(x.ran).toHaveLength(1);
    expect(provider.requests[1]?.messages[1]?.content[0]).toEqual({ type: "text", text: secret });
  });

  it("is asked with the text blocks joined by a line feed, and an allowed message keeps its blocks", async () => {
    const asked: string[] = [];
    const content = [
      { type: "text", text: "one" },
      { type: "text", text: "" },
      { type: "text", text: "two" },
    ] as const;
    const provider = scriptedProvider([{ type: "end", stop: "end_turn", content, usage: tokens }]);
    const { run } = harness(provider, {
      hooks: {
        beforeMessage: async (text) => {
          asked.push(text);
          return { allow: true, text };
        },
      },
    });
    const events = await run("hi");
    expect(asked).toEqual(["one\ntwo"]);
    expect(events).toContainEqual({ type: "assistant_message", content: [content[0], content[2]], time });
    expect(streamed(events)).toBe("onetwo");
  });

  it("is not asked about a message without text", async () => {
    const asked: string[] = [];
    const { run } = harness(scriptedProvider(calls([{ id: "c1", name: "x", raw: "{}" }]), says("ok")), {
      tools: () => [tool("x")],
      hooks: {
        beforeMessage: async (text) => {
          asked.push(text);
          return { allow: true, text };
        },
      },
    });
    await run("go");
    expect(asked).toEqual(["ok"]);
  });

  it("holds the rest of a message back from the moment somebody subscribes", async () => {
    let holds = false;
    const provider = scriptedProvider([
      { type: "start" },
      { type: "text", delta: "open " },
      { type: "text", delta: "closed" },
      { type: "end", stop: "end_turn", content: [{ type: "text", text: "open closed" }], usage: tokens },
    ]);
    const { agent } = harness(provider, {
      hooks: {
        holdsText: () => holds,
        beforeMessage: async () => ({ allow: false, reason: "no", extension: "guard" }),
      },
    });
    const deltas: string[] = [];
    for await (const event of agent.prompt({ text: "hi" }, new AbortController().signal)) {
      if (event.type !== "text_delta") continue;
      deltas.push(event.delta);
      holds = true;
    }
    expect(deltas).toEqual(["open "]);
  });
});
