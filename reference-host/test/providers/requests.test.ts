import { afterEach, describe, expect, it, vi } from "vitest";
import type { ModelServer } from "../servers/index.js";
import { answerTo, anthropic, chat, message, requestOf, responses, type Wire, wires } from "./wires.js";

let server: ModelServer;
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await server.close();
});

const image = { type: "image" as const, mimeType: "image/png", data: "aGVsbG8=" };
const url = "data:image/png;base64,aGVsbG8=";
/** A turn with two tool calls, one of them answered with an image and one with an error. */
const turn = [
  message("user", { type: "text", text: "look" }, image),
  message(
    "assistant",
    { type: "text", text: "Looking." },
    { type: "tool_call", id: "a", name: "weather", args: { city: "Berlin" }, raw: '{ "city": "Berlin" }' },
    { type: "tool_call", id: "b", name: "weather", args: undefined, raw: '{"city' },
  ),
  message(
    "tool",
    { type: "tool_result", callId: "a", isError: false, content: [{ type: "text", text: "map:" }, image] },
    { type: "tool_result", callId: "b", isError: true, content: [{ type: "text", text: "bad arguments" }] },
  ),
];

const bodyOf = async (wire: Wire) => {
  server = await wire.start([{ say: "ok" }]);
  await answerTo(wire.provider(server.url), requestOf(wire, ...turn));
  return server.requests[0]?.body ?? {};
};

describe("the request", () => {
  it("to Anthropic carries images in the prompt and in tool results, and marks what to cache", async () => {
    const cache_control = { type: "ephemeral" };
    const source = { type: "base64", media_type: "image/png", data: "aGVsbG8=" };
    expect(await bodyOf(anthropic)).toEqual({
      model: "test-1",
      max_tokens: 20_000,
      stream: true,
      system: [{ type: "text", text: "You are a test.", cache_control }],
      tools: [
        {
          name: "weather",
          description: "Weather of a city",
          input_schema: { type: "object", properties: { city: { type: "string" } } },
          cache_control,
        },
      ],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "look" },
            { type: "image", source },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "text", text: "Looking." },
            { type: "tool_use", id: "a", name: "weather", input: { city: "Berlin" } },
            { type: "tool_use", id: "b", name: "weather", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "a",
              content: [
                { type: "text", text: "map:" },
                { type: "image", source },
              ],
            },
            {
              type: "tool_result",
              tool_use_id: "b",
              is_error: true,
              content: [{ type: "text", text: "bad arguments" }],
              cache_control,
            },
          ],
        },
      ],
    });
  });

  it("to OpenAI's chat API shows a tool's images after its text, as that API wants it", async () => {
    expect(await bodyOf(chat)).toEqual({
      model: "test-1",
      max_completion_tokens: 20_000,
      stream: true,
      stream_options: { include_usage: true },
      tool_choice: "auto",
      tools: [
        {
          type: "function",
          function: {
            name: "weather",
            description: "Weather of a city",
            parameters: { type: "object", properties: { city: { type: "string" } } },
          },
        },
      ],
      messages: [
        { role: "system", content: "You are a test." },
        {
          role: "user",
          content: [
            { type: "text", text: "look" },
            { type: "image_url", image_url: { url } },
          ],
        },
        {
          role: "assistant",
          content: "Looking.",
          tool_calls: [
            { id: "a", type: "function", function: { name: "weather", arguments: '{ "city": "Berlin" }' } },
            { id: "b", type: "function", function: { name: "weather", arguments: "{}" } },
          ],
        },
        { role: "tool", tool_call_id: "a", content: "map:" },
        { role: "tool", tool_call_id: "b", content: "bad arguments [error]" },
        {
          role: "user",
          content: [
            { type: "text", text: "Images from the tool results above:" },
            { type: "image_url", image_url: { url } },
          ],
        },
      ],
    });
  });

  it("to OpenAI's responses API stores nothing there and carries images where they belong", async () => {
    const picture = { type: "input_image", detail: "auto", image_url: url };
    expect(await bodyOf(responses)).toEqual({
      model: "test-1",
      instructions: "You are a test.",
      max_output_tokens: 20_000,
      include: ["reasoning.encrypted_content"],
      store: false,
      stream: true,
      tool_choice: "auto",
      tools: [
        {
          type: "function",
          name: "weather",
          description: "Weather of a city",
          parameters: { type: "object", properties: { city: { type: "string" } } },
          strict: false,
        },
      ],
      input: [
        { role: "user", content: [{ type: "input_text", text: "look" }, picture] },
        { role: "assistant", content: "Looking." },
        { type: "function_call", call_id: "a", name: "weather", arguments: '{ "city": "Berlin" }' },
        { type: "function_call", call_id: "b", name: "weather", arguments: "{}" },
        {
          type: "function_call_output",
          call_id: "a",
          output: [{ type: "input_text", text: "map:" }, picture],
        },
        { type: "function_call_output", call_id: "b", output: "bad arguments\n[error]" },
      ],
    });
  });

  it("calls the limit by its old name for a model of the chat API that does not reason", async () => {
    server = await chat.start([{ say: "ok" }]);
    const model = { ...chat.model, reasoning: false };
    await answerTo(chat.provider(server.url), { ...requestOf(chat, "hi"), model });
    expect(server.requests[0]?.body).toMatchObject({ max_tokens: 20_000 });
    expect(server.requests[0]?.body).not.toHaveProperty("max_completion_tokens");
  });
});

describe.each(wires)("$title", (wire) => {
  it("leaves out what the server would refuse: blank text, an empty message, a lone thought", async () => {
    server = await wire.start([{ say: "ok" }]);
    const thought = {
      type: "reasoning" as const,
      provider: wire.model.provider,
      payload: { lone: "thought" },
    };
    const request = requestOf(
      wire,
      "one",
      message("assistant", { type: "text", text: " \n" }, thought),
      "two",
    );
    await answerTo(wire.provider(server.url), request);
    const { messages, input } = server.requests[0]?.body ?? {};
    const roles = ((messages ?? input) as { role: string }[]).map(({ role }) => role);
    expect(roles.filter((role) => role !== "system")).toEqual(["user", "user"]);
  });

  it("never sends an empty tool result", async () => {
    server = await wire.start([{ say: "ok" }]);
    const call = message("assistant", { type: "tool_call", id: "a", name: "weather", args: {}, raw: "" });
    const empty = message("tool", { type: "tool_result", callId: "a", isError: true, content: [] });
    await answerTo(wire.provider(server.url), requestOf(wire, "hi", call, empty));
    expect(JSON.stringify(server.requests[0]?.body)).toContain("(no output)");
  });

  it("sends the key as a bearer token", async () => {
    server = await wire.start([{ say: "ok" }]);
    await answerTo(wire.provider(server.url), requestOf(wire, "hi"));
    expect(server.requests[0]?.headers.authorization).toBe("Bearer key");
  });

  it("sends no key where none is given, whatever the environment holds", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "from-environment");
    vi.stubEnv("OPENAI_API_KEY", "from-environment");
    vi.stubEnv("OPENAI_ADMIN_KEY", "from-environment");
    server = await wire.start([{ say: "ok" }]);
    await answerTo(wire.provider(server.url, { apiKey: undefined }), requestOf(wire, "hi"));
    expect(JSON.stringify(server.requests[0]?.headers)).not.toMatch(/authorization|api-key|from-environment/);
  });

  it("keeps stdout clean even where the environment turns the SDK's log on", async () => {
    vi.stubEnv("ANTHROPIC_LOG", "debug");
    vi.stubEnv("OPENAI_LOG", "debug");
    const written = (["log", "info", "debug"] as const).map((name) => vi.spyOn(console, name));
    server = await wire.start([{ say: "ok" }]);
    await answerTo(wire.provider(server.url), requestOf(wire, "hi"));
    expect(written.flatMap((spy) => spy.mock.calls)).toEqual([]);
  });
});

describe("the base URL", () => {
  it.each(["", "/", "/v1", "/v1/"])("of an Anthropic server may end in %j", async (ending) => {
    server = await anthropic.start([{ say: "ok" }]);
    await answerTo(anthropic.provider(server.url + ending), requestOf(anthropic, "hi"));
    expect(server.requests[0]?.path).toBe("/v1/messages");
  });

  it.each([
    ["", "/v1/chat/completions"],
    ["/", "/v1/chat/completions"],
    ["/v1/", "/v1/chat/completions"],
    ["/coding/v1", "/coding/v1/chat/completions"],
    ["/v1beta/openai", "/v1beta/openai/chat/completions"],
  ])("of a server like OpenAI's that ends in %j leads to %s", async (ending, path) => {
    server = await chat.start([{ say: "ok" }]);
    await answerTo(chat.provider(server.url + ending), requestOf(chat, "hi"));
    expect(server.requests[0]?.path).toBe(path);
  });

  it("brings the key in the older header too, for Anthropic servers that look there", async () => {
    server = await anthropic.start([{ say: "ok" }]);
    await answerTo(anthropic.provider(server.url), requestOf(anthropic, "hi"));
    expect(server.requests[0]?.headers["x-api-key"]).toBe("key");
  });
});
