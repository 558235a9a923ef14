import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerEvent } from "@extproto/schemas";
import { describe, expect, it, onTestFinished } from "vitest";
import { BusyError, type Provider, RuntimeError } from "../../src/index.js";
import { startAnthropicServer } from "../servers/index.js";
import { all, makeManager, makeRuntime, types } from "./made-runtime.js";

describe("a runtime", () => {
  it("yields the events of RPC, from user_message to done", async () => {
    const { runtime } = await makeRuntime();
    expect(types(await all(runtime.prompt("say hi")))).toEqual([
      ...[
        "user_message",
        "turn_start",
        "assistant_start",
        "text_delta",
        "usage",
        "assistant_message",
        "turn_end",
        "done",
      ],
    ]);
    expect(runtime.messages().map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(runtime.state()).toMatchObject({
      provider: "scripted",
      model: "scripted",
      messageCount: 2,
      busy: false,
    });
    expect(runtime.cost()).toEqual(runtime.state().usage);
    expect(types(await all(runtime.compact()))).toEqual(["compact_done", "done"]);
    runtime.clear();
    expect(runtime.messages()).toEqual([]);
  });

  it("refuses to do two things at once, and may be used again after done", async () => {
    const { runtime } = await makeRuntime();
    for await (const event of runtime.prompt("say one\nstall")) {
      if (event.type === "text_delta") {
        expect(runtime.state().busy).toBe(true);
        expect(() => runtime.prompt("say two")).toThrow(BusyError);
        expect(() => runtime.compact()).toThrow(BusyError);
        expect(() => runtime.setModel("scripted-priced")).toThrow(BusyError);
        expect(() => runtime.clear()).toThrow(BusyError);
        await expect(runtime.reloadExtensions()).rejects.toThrow(BusyError);
        runtime.cancel();
      }
      if (event.type === "turn_end") expect(event.stop).toBe("aborted");
      if (event.type === "done")
        expect(types(await all(runtime.prompt("say again")))).toContain("assistant_message");
    }
  });

  it("does nothing for a prompt that nobody reads", async () => {
    const { runtime } = await makeRuntime();
    runtime.prompt("say never");
    expect(runtime.state()).toMatchObject({ busy: false, messageCount: 0 });
  });

  it("ends a prompt whose reader leaves, and one whose signal is aborted", async () => {
    const { runtime } = await makeRuntime();
    for await (const event of runtime.prompt("say one\nstall")) if (event.type === "text_delta") break;
    expect(runtime.state().busy).toBe(false);
    const events = await all(runtime.prompt("stall", { signal: AbortSignal.abort() }));
    expect(types(events).at(-1)).toBe("done");
    expect(events).toContainEqual({ type: "turn_end", stop: "aborted" });
  });

  it("switches between the models of its provider", async () => {
    const { runtime } = await makeRuntime();
    runtime.setModel("scripted-priced");
    expect(runtime.state().model).toBe("scripted-priced");
    expect(runtime.listModels().map(({ id }) => id)).toContain("scripted-priced");
    expect(() => runtime.setModel("gpt-9")).toThrow(/gpt-9/);
  });

  it("joins events of extensions to those of the prompt, and hands on the others", async () => {
    const source = `send({ type: "subscribe", intercept: ["turn_start"] }); send({ type: "register_command", name: "show" });
      send({ type: "notify", level: "info", message: "early" }); send({ type: "ready" });
      function receive(frame) {
        if (frame.type === "event_intercept") send({ type: "event_intercept_response", id: frame.id });
        if (frame.type === "command_invoked") send({ type: "command_response", id: frame.id, action: "display", display: "shown" });
      }`;
    const { runtime } = await makeRuntime({ sources: { talker: source } });
    const others: ServerEvent[] = [];
    expect(await runtime.start()).toEqual({ stopped: 0, loaded: 1, ready: 1, errors: [] });
    runtime.onEvent((event) => others.push(event));
    expect(others).toEqual([{ type: "ext_notify", extension: "talker", level: "info", message: "early" }]);
    expect(types(await all(runtime.prompt("say hi"))).slice(0, 3)).toEqual([
      "user_message",
      "turn_start",
      "ext_intercept",
    ]);
    expect(runtime.listCommands()).toEqual([{ name: "show", extension: "talker" }]);
    expect(await runtime.invokeCommand("show", "")).toEqual({ action: "display", text: "shown" });
    expect(await runtime.invokeCommand("nope", "")).toBeUndefined();
    expect(others.at(-1)).toEqual({ type: "ext_display", extension: "talker", text: "shown" });
    expect(await runtime.reloadExtensions()).toMatchObject({ stopped: 1, loaded: 1, ready: 1 });
    expect(runtime.listExtensions()).toMatchObject([{ name: "talker", state: "ready", scope: "explicit" }]);
  });

  it("asks for approval by an event", async () => {
    const { runtime } = await makeRuntime({ approvals: true });
    const results: ServerEvent[] = [];
    for await (const event of runtime.prompt('call bash {"command":"echo ran"}')) {
      if (event.type === "tool_approval_request")
        expect(runtime.answerApproval(event.approval_id, { allow: true })).toBe(true);
      if (event.type === "tool_result") results.push(event);
    }
    expect(results).toMatchObject([{ is_error: false, content: [{ type: "text", text: "ran" }] }]);
    expect(runtime.answerApproval("a1", { allow: true })).toBe(false);
  });

  it("goes on with a session", async () => {
    const { runtime, folder } = await makeRuntime({ session: { kind: "file", path: "talk.jsonl" } });
    await all(runtime.prompt("say one"));
    const file = join(folder, "work", "talk.jsonl");
    expect(runtime.state().sessionFile).toBe(file);
    expect(readFileSync(file, "utf8")).toContain("say one");
    const { runtime: next } = await makeRuntime({ session: { kind: "file", path: file } });
    expect(next.messages()).toEqual(runtime.messages());
  });

  it("tells of problems: of extensions and of its own", async () => {
    const { runtime } = await makeRuntime({ sources: { broken: "process.exit(3)" } });
    const problems: unknown[] = [];
    runtime.onProblem((problem) => problems.push(problem));
    await runtime.start();
    expect(problems).toEqual([{ extension: "broken", message: expect.stringContaining("3") }]);
  });

  it("takes a provider of the caller's own", async () => {
    const provider: Provider = {
      name: "mine",
      async *stream() {
        yield { type: "start" };
        yield {
          type: "end",
          stop: "end_turn",
          content: [{ type: "text", text: "mine" }],
          usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
        };
      },
    };
    const price = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    const model = {
      provider: "mine",
      id: "m",
      name: "M",
      contextWindow: 10,
      maxOutput: 10,
      reasoning: false,
      price,
    };
    const { runtime } = await makeRuntime({ custom: { provider, model } });
    expect(await all(runtime.prompt("hello"))).toContainEqual(
      expect.objectContaining({ type: "text_delta", delta: "mine" }),
    );
    expect(() => runtime.setModel("other")).toThrow(RuntimeError);
  });

  it("sends a real server the system prompt, the tools and the conversation", async () => {
    const server = await startAnthropicServer([{ say: "hello from the wire" }]);
    onTestFinished(() => server.close());
    const { runtime } = await makeRuntime({
      instructions: "Never guess.",
      provider: "anthropic",
      model: "claude-sonnet-4-5",
      apiKey: "k",
      baseUrl: server.url,
      appendSystemPrompt: ["Be kind."],
      tools: ["read", "bash"],
      sources: {
        geo: 'send({ type: "register_tool", name: "city", description: "A city.", schema: { type: "object" } }); send({ type: "ready" }); function receive() {}',
      },
    });
    const events = await all(runtime.prompt("hi"));
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "assistant_message",
        content: [{ type: "text", text: "hello from the wire" }],
      }),
    );
    const request = await server.request(0);
    const body = JSON.stringify(request.body);
    expect(body).toContain("Be kind.");
    expect(body).toContain("Never guess.");
    expect((request.body as { tools: { name: string }[] }).tools.map(({ name }) => name)).toEqual([
      "read",
      "bash",
      "city",
    ]);
  });

  it("refuses options that mean nothing, and everything after its end", async () => {
    await expect(makeRuntime({ tools: ["hammer"] })).rejects.toThrow(/hammer/);
    await expect(makeRuntime({ provider: "anthropic" })).rejects.toMatchObject({
      code: "PROVIDER_KEY_MISSING",
    });
    const { runtime } = await makeRuntime();
    await runtime.close();
    await runtime.close();
    for (const change of [() => runtime.setModel("scripted-priced"), () => runtime.clear()])
      expect(change).toThrow(RuntimeError);
    expect(() => runtime.prompt("say hi")).toThrow(RuntimeError);
  });

  it("holds an extension up whose notes are not read, and loses none of them", async () => {
    const count = 20_000;
    const flood = `send({ type: "register_tool", name: "flood", description: "d", schema: { type: "object" } });
      send({ type: "ready" });
      function receive(frame) {
        if (frame.type !== "tool_call") return;
        for (let n = 0; n < ${count}; n++)
          send({ type: "notify", level: "info", message: \`\${n} \${"x".repeat(200)}\` });
        send({ type: "tool_result", id: frame.id, content: [] });
      }`;
    let lines = 0;
    const trace = { line: (_: string, direction: string) => void (direction === "in" && lines++) };
    const { runtime } = await makeRuntime({ sources: { flood }, trace });
    const notes: number[] = [];
    let paused = false;
    for await (const event of runtime.prompt("call flood {}")) {
      if (event.type !== "ext_notify") continue;
      notes.push(Number.parseInt(event.message, 10));
      if (paused) continue;
      paused = true;
      // There is no event for "no more comes".
      for (let before = -1; before !== lines; ) {
        before = lines;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      expect(lines).toBeLessThan(count / 2);
    }
    expect(notes).toEqual(Array.from({ length: count }, (_, index) => index));
  });

  it("is closed in the middle of a prompt and of a start", async () => {
    const sources = { mute: "/* NO_HELLO */ setInterval(() => {}, 1000); function receive() {}" };
    const { runtime } = await makeRuntime({ sources });
    const reading = all(runtime.prompt("say hi"));
    await runtime.close();
    await reading.catch(() => {});
    expect(runtime.listExtensions()).toMatchObject([
      { name: "mute", state: expect.stringMatching(/stopped|failed/) },
    ]);
  });
});

describe("the extension manager by itself", () => {
  it("starts, asks and stops extensions without an agent", async () => {
    const source = `send({ type: "register_tool", name: "city", description: "d", schema: { type: "object" } }); send({ type: "ready" });
      function receive(frame) { if (frame.type === "tool_call") send({ type: "tool_result", id: frame.id, content: [{ type: "text", text: "Oslo" }] }); }`;
    const { manager } = makeManager("geo", source);
    expect(await manager.start()).toMatchObject({ loaded: 1, ready: 1 });
    expect(await manager.callTool("city", {}, { signal: new AbortController().signal })).toEqual({
      content: [{ type: "text", text: "Oslo" }],
      isError: false,
      extension: "geo",
    });
  });
});
