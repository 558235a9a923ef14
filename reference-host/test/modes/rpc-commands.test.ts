import { describe, expect, it } from "vitest";
import { RpcHost } from "./started-host.js";

const noUsage = { input: 0, output: 0, cache_read: 0, cache_write: 0, cost_usd: 0 };

describe("the ten commands", () => {
  it("are answered exactly", async () => {
    const host = new RpcHost();
    expect(await host.ask({ type: "hello", id: "0" })).toEqual({
      type: "response",
      id: "0",
      command: "hello",
      success: true,
      data: {
        protocol_version: 1,
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        provider: "scripted",
        model: "scripted",
        capabilities: [
          "slash_commands",
          "panels",
          "extensions",
          "tool_approval",
          "intercept_outcomes",
          "tool_attribution",
        ],
      },
    });
    expect(await host.ask({ type: "ping", id: "1" })).toEqual({
      type: "response",
      id: "1",
      command: "ping",
      success: true,
      data: { pong: true },
    });
    expect(await host.ask({ type: "get_state", id: "2" })).toEqual({
      type: "response",
      id: "2",
      command: "get_state",
      success: true,
      data: {
        provider: "scripted",
        model: "scripted",
        cwd: host.work,
        message_count: 0,
        busy: false,
        usage: noUsage,
      },
    });
    expect(await host.ask({ type: "prompt", id: "3", message: "say hi" })).toEqual({
      type: "response",
      id: "3",
      command: "prompt",
      success: true,
      data: { started: true },
    });
    await host.next({ type: "done" });
    expect(await host.ask({ type: "get_messages", id: "4" })).toEqual({
      type: "response",
      id: "4",
      command: "get_messages",
      success: true,
      data: {
        messages: [
          { role: "user", content: [{ type: "text", text: "say hi" }], time: expect.any(String) },
          { role: "assistant", content: [{ type: "text", text: "hi" }], time: expect.any(String) },
        ],
      },
    });
    expect(await host.ask({ type: "compact", id: "5" })).toEqual({
      type: "response",
      id: "5",
      command: "compact",
      success: true,
      data: { started: true },
    });
    await host.next({ type: "compact_done" });
    await host.next({ type: "done" });
    expect(await host.ask({ type: "clear", id: "6" })).toEqual({
      type: "response",
      id: "6",
      command: "clear",
      success: true,
    });
    expect(await host.ask({ type: "get_messages", id: "7" })).toMatchObject({ data: { messages: [] } });
    expect(await host.ask({ type: "get_models", id: "8" })).toMatchObject({
      success: true,
      data: {
        models: expect.arrayContaining([
          {
            id: "scripted",
            provider: "scripted",
            context_window: expect.any(Number),
            max_output: expect.any(Number),
            reasoning: expect.any(Boolean),
          },
        ]),
      },
    });
    expect(await host.ask({ type: "set_model", id: "9", model: "scripted-priced" })).toEqual({
      type: "response",
      id: "9",
      command: "set_model",
      success: true,
      data: { model: "scripted-priced" },
    });
    expect(await host.ask({ type: "get_state", id: "10" })).toMatchObject({
      data: { model: "scripted-priced" },
    });
    expect(await host.ask({ type: "set_model", id: "11", model: "gpt-9" })).toMatchObject({
      command: "set_model",
      success: false,
      error: expect.stringContaining("gpt-9"),
    });
    expect(await host.ask({ type: "abort", id: "12" })).toEqual({
      type: "response",
      id: "12",
      command: "abort",
      success: true,
    });
    expect(await host.finish()).toEqual({ code: 0, signal: null });
    expect(host.stderr).toBe("");
  });

  it("that make no sense are refused by name and id, and change nothing", async () => {
    const host = new RpcHost();
    expect(await host.ask({ type: "prompt", id: "1", message: "" })).toMatchObject({
      command: "prompt",
      success: false,
    });
    const images = [{ mime_type: "image/png", data: "not base64!" }];
    expect(await host.ask({ type: "prompt", id: "2", message: "look", images })).toMatchObject({
      command: "prompt",
      success: false,
      error: expect.stringContaining("images[0].data"),
    });
    expect(await host.ask({ type: "teleport", id: "3" })).toMatchObject({
      command: "teleport",
      success: false,
    });
    expect(await host.ask({ type: "get_state", id: "4" })).toMatchObject({ data: { message_count: 0 } });
    expect(await host.finish()).toEqual({ code: 0, signal: null });
    expect(host.types()).toEqual(["response", "response", "response", "response"]);
  });

  it("take a prompt with images, which are reported by their size", async () => {
    const host = new RpcHost();
    host.send({
      type: "prompt",
      id: "1",
      message: "look",
      images: [{ mime_type: "image/png", data: "aGVsbG8=" }],
    });
    expect(await host.next({ type: "user_message" })).toMatchObject({
      content: [
        { type: "text", text: "look" },
        { type: "image", mime_type: "image/png", bytes: 5 },
      ],
    });
    await host.next({ type: "done" });
  });
});

describe("the events of a prompt", () => {
  it("come in the order of the spec", async () => {
    const host = new RpcHost();
    host.send({
      type: "prompt",
      id: "p",
      message: 'say look\ncall bash {"command":"echo one"}\nand call bash {"command":"echo two"}',
    });
    await host.next({ type: "done" });
    const types = host.types().filter((type) => !type.startsWith("tool_use_") && type !== "tool_progress");
    expect(types.filter((type, index) => type !== "text_delta" || types[index - 1] !== "text_delta")).toEqual(
      [
        ...[
          "response",
          "user_message",
          "turn_start",
          "assistant_start",
          "text_delta",
          "usage",
          "assistant_message",
        ],
        ...["tool_call", "tool_call", "turn_end", "tool_result", "tool_result"],
        ...["turn_start", "assistant_start", "text_delta", "usage", "assistant_message", "turn_end", "done"],
      ],
    );
    const deltas = host.frames().flatMap((frame) => (frame.type === "text_delta" ? [frame.delta] : []));
    const texts = host.frames().flatMap((frame) => (frame.type === "assistant_message" ? frame.content : []));
    expect(deltas.join("")).toBe(
      texts.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(""),
    );
  });

  it("end with error and done when the model fails", async () => {
    const host = new RpcHost();
    host.send({ type: "prompt", id: "p", message: "fail 400 no such luck" });
    await host.next({ type: "done" });
    expect(host.types().slice(-3)).toEqual(["turn_end", "error", "done"]);
    expect(host.frames().at(-3)).toMatchObject({
      stop: "error",
      error: expect.stringContaining("no such luck"),
    });
  });

  it("end with an error when the steps run out", async () => {
    const host = new RpcHost({ args: ["--max-steps", "1"] });
    host.send({ type: "prompt", id: "p", message: 'call bash {"command":"true"}' });
    expect(await host.next({ type: "error" })).toMatchObject({
      message: expect.stringContaining("--max-steps"),
    });
    await host.next({ type: "done" });
  });
});

describe("queueing and aborting", () => {
  it("runs prompts and compactions one at a time, in order, each answered when it starts", async () => {
    const host = new RpcHost();
    host.send({ type: "prompt", id: "a", message: "wait 50\nsay one" });
    host.send({ type: "compact", id: "b" });
    host.send({ type: "prompt", id: "c", message: "say three" });
    expect(await host.finish()).toEqual({ code: 0, signal: null });
    const marks = host.frames().flatMap((frame) => {
      if (frame.type === "response") return [frame.id];
      return frame.type === "done" || frame.type === "compact_done" ? [frame.type] : [];
    });
    expect(marks).toEqual(["a", "done", "b", "compact_done", "done", "c", "done"]);
  });

  it("answers a ping, a state and a refusal while a prompt runs", async () => {
    const host = new RpcHost();
    host.send({ type: "prompt", id: "p", message: "stall" });
    await host.next({ type: "turn_start" });
    expect(await host.ask({ type: "ping", id: "1" })).toMatchObject({ success: true });
    expect(await host.ask({ type: "get_state", id: "2" })).toMatchObject({ data: { busy: true } });
    expect(await host.ask({ type: "clear", id: "3" })).toMatchObject({
      success: false,
      error: expect.stringContaining("running"),
    });
    expect(await host.ask({ type: "set_model", id: "4", model: "scripted-priced" })).toMatchObject({
      success: false,
    });
    expect(await host.ask({ type: "get_state", id: "5" })).toMatchObject({
      data: { model: "scripted", message_count: 1 },
    });
    host.send({ type: "abort" });
    await host.next({ type: "done" });
    expect(await host.ask({ type: "get_state", id: "6" })).toMatchObject({ data: { busy: false } });
  });

  it("ends a streaming answer with aborted and done, and goes on with what is queued", async () => {
    const host = new RpcHost();
    host.send({ type: "prompt", id: "a", message: "say half an answer\nstall" });
    host.send({ type: "prompt", id: "b", message: "say whole" });
    await host.next({ type: "text_delta" });
    host.send({ type: "abort", id: "x" });
    expect(await host.next({ type: "turn_end" })).toMatchObject({ stop: "aborted" });
    expect(await host.next({ type: "done" })).toBeDefined();
    expect(await host.next({ type: "response", id: "b" })).toMatchObject({ data: { started: true } });
    expect(await host.next({ type: "turn_end" })).toMatchObject({ stop: "end_turn" });
    await host.next({ type: "done" });
  });

  it("gives every call of an aborted turn its result", async () => {
    const host = new RpcHost();
    host.send({
      type: "prompt",
      id: "a",
      message: 'call bash {"command":"sleep 30"}\nand call bash {"command":"echo never"}',
    });
    await host.next({ type: "turn_end", stop: "tool_use" });
    host.send({ type: "abort", id: "x" });
    expect(await host.next({ type: "tool_result", id: "call_1" })).toMatchObject({ is_error: true });
    expect(await host.next({ type: "tool_result", id: "call_2" })).toMatchObject({ is_error: true });
    await host.next({ type: "done" });
    expect(host.types().filter((type) => type === "turn_start")).toHaveLength(1);
    host.send({ type: "prompt", id: "b", message: "say still here" });
    expect(await host.next({ type: "assistant_message" })).toMatchObject({
      content: [{ type: "text", text: "still here" }],
    });
  });

  it("does nothing for an abort when nothing runs", async () => {
    const host = new RpcHost();
    expect(await host.ask({ type: "abort", id: "x" })).toMatchObject({ success: true });
    await host.finish();
    expect(host.types()).toEqual(["response"]);
  });

  it("fails to compact an empty transcript, and says done", async () => {
    const host = new RpcHost();
    host.send({ type: "compact", id: "c" });
    await host.next({ type: "done" });
    expect(host.types()).toEqual(["response", "error", "done"]);
  });

  it("goes on with the summary after a compaction", async () => {
    const host = new RpcHost();
    host.send({ type: "prompt", id: "a", message: "say the number is 42" });
    host.send({ type: "compact", id: "b" });
    host.send({ type: "prompt", id: "c", message: "say yes" });
    host.send({ type: "ping", id: "end" });
    await host.next({ type: "response", id: "c" });
    await host.next({ type: "done" });
    const answer = await host.ask({ type: "get_messages", id: "m" });
    const { messages } = (answer as { data: { messages: { role: string }[] } }).data;
    expect(messages.map(({ role }) => role)).toEqual(["user", "user", "assistant"]);
    expect(JSON.stringify(messages[0])).toContain("42");
  });
});
