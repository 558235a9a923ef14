/** Streams that differ from the usual in what they leave out or add, event by event. */
import { afterEach, describe, expect, it } from "vitest";
import { type ModelServer, type Reply, sse } from "../servers/index.js";
import { answerTo, anthropic, chat, collect, message, requestOf, responses, type Wire } from "./wires.js";

const signal = new AbortController().signal;
let server: ModelServer;
afterEach(() => server.close());

/** A stream of exactly these events. */
function stream(...events: string[]): Reply {
  return { status: 200, headers: { "content-type": "text/event-stream" }, body: events.join("") };
}

async function outcome(wire: Wire, reply: Reply) {
  server = await wire.start([reply]);
  return collect(wire.provider(server.url).stream(requestOf(wire, "hi"), signal));
}

const usage = { input_tokens: 5, output_tokens: 2, total_tokens: 7 };
const failed = (code: string) =>
  sse({
    type: "response.failed",
    response: { status: "failed", error: { code, message: "because" }, usage },
  });
const delta = sse({ type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "so" });

describe("a failed response of OpenAI's", () => {
  it.each([
    ["rate_limit_exceeded", true],
    ["server_error", true],
    ["server_is_overloaded", true],
    ["slow_down", true],
    ["overloaded_error", true],
    ["invalid_prompt", false],
    ["insufficient_quota", false],
  ])("with the code %s may be tried again: %s, as where an error event says it", async (code, retryable) => {
    const told = [failed(code), sse({ type: "error", code, message: "because", param: null })];
    for (const event of told) {
      const { error } = await outcome(responses, stream(event));
      expect(error).toMatchObject({ name: "ProviderError", retryable });
      expect((error as Error).message).toMatch(new RegExp(`^openai: .*${code}: because`));
      await server.close();
    }
    const { error } = await outcome(responses, stream(failed(code)));
    expect(error).toMatchObject({ usage: { input: 5, output: 2 } });
  });

  it("is not tried again when a part of the answer has come", async () => {
    const { error } = await outcome(responses, stream(delta, failed("server_error")));
    expect(error).toMatchObject({ name: "ProviderError", retryable: false });
  });
});

describe("the text of OpenAI's responses", () => {
  const completed = sse({ type: "response.completed", response: { status: "completed", usage } });
  const item = (...content: object[]) =>
    sse({
      type: "response.output_item.done",
      output_index: 0,
      item: { id: "m", type: "message", role: "assistant", content },
    });

  it("is taken from the finished item where no deltas came", async () => {
    const content = [
      { type: "output_text", text: "Hello.", annotations: [] },
      { type: "refusal", refusal: "No more." },
    ];
    const { events } = await outcome(responses, stream(item(...content), completed));
    expect(events).toMatchObject([
      { type: "start" },
      { type: "text", delta: "Hello." },
      { type: "text", delta: "No more." },
      {
        type: "end",
        content: [
          { type: "text", text: "Hello." },
          { type: "text", text: "No more." },
        ],
      },
    ]);
  });

  it("is not taken twice", async () => {
    const content = { type: "output_text", text: "so", annotations: [] };
    const { events } = await outcome(responses, stream(delta, item(content), completed));
    expect(events.at(-1)).toMatchObject({ content: [{ type: "text", text: "so" }] });
    expect(events.filter(({ type }) => type === "text")).toHaveLength(1);
  });
});

describe("reasoning of one API of a provider", () => {
  const call = { type: "tool_call" as const, id: "a", name: "weather", args: {}, raw: "{}" };
  const result = message("tool", { type: "tool_result", callId: "a", isError: false, content: [] });

  it.each([
    ["chat", chat, responses],
    ["responses", responses, chat],
  ] as const)("is not sent to the other: that of %s", async (_, from, to) => {
    server = await from.start([{ think: "Thought.", call: [{ id: "a", name: "weather" }] }, { say: "ok" }]);
    const { content } = await answerTo(from.provider(server.url), requestOf(from, "hi"));
    expect(content.map(({ type }) => type)).toEqual(["reasoning", "tool_call"]);
    await answerTo(to.provider(server.url), requestOf(to, "hi", message("assistant", ...content), result));
    expect(JSON.stringify(server.requests[1]?.body)).not.toMatch(
      /Thought|reasoning_content|"type":"reasoning"/,
    );
  });

  it.each([
    ["chat", chat, { reasoning_content: "Thought." }],
    ["responses", responses, { type: "reasoning", id: "r", encrypted_content: "Thought." }],
  ] as const)("is sent back to its own from a session file: that of %s", async (_, wire, payload) => {
    server = await wire.start([{ say: "ok" }]);
    const kept = { type: "reasoning" as const, provider: "openai", payload };
    await answerTo(
      wire.provider(server.url),
      requestOf(wire, "hi", message("assistant", kept, call), result),
    );
    expect(JSON.stringify(server.requests[0]?.body)).toContain("Thought.");
  });
});

describe.each([anthropic, chat, responses])("an event of $title that is not JSON", (wire) => {
  it.each(["data: oops\n\n", "event: message_start\ndata: oops\n\n"])("is named: %j", async (event) => {
    const { error } = await outcome(wire, stream(event));
    expect(error).toMatchObject({ name: "ProviderError", retryable: false });
    expect((error as Error).message).toContain("the server sent an event that is not JSON");
  });
});
