import { type ModelServer, sse, startModelServer, type WireFormat } from "./model-server.js";
import { type AnswerReply, callsOf, type Reply, wordsOf } from "./reply.js";

/** What the API calls its errors. */
const TYPE_OF_STATUS: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
  500: "api_error",
  529: "overloaded_error",
};

const format: WireFormat = {
  events: (reply) => {
    const blocks = contentBlocks(reply);
    const ends = reply.ending === undefined || reply.ending === "complete" || reply.ending === "linger";
    const content = blocks.flatMap(({ start, deltas }, index) => [
      event({ type: "content_block_start", index, content_block: start }),
      ...deltas.map((delta) => event({ type: "content_block_delta", index, delta })),
      // An answer that breaks off does so in the middle of its last block.
      ...(ends || index < blocks.length - 1 ? [event({ type: "content_block_stop", index })] : []),
    ]);
    return {
      content: [messageStart(reply), event({ type: "ping" }), ...content],
      closing: closing(reply),
      error,
    };
  },
  errorBody: ({ status, type, message }) => ({
    type: "error",
    error: { type: type ?? TYPE_OF_STATUS[status] ?? "api_error", message: message ?? "as scripted" },
  }),
};

/**
 * A server that speaks the Anthropic Messages API (`POST /v1/messages`, streamed).
 *
 * @see Reply for the script.
 */
export function startAnthropicServer(replies: readonly Reply[] = []): Promise<ModelServer> {
  return startModelServer(format, replies);
}

const error = event({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } });

function event(data: { type: string } & Record<string, unknown>): string {
  return sse(data, data.type);
}

function messageStart({ usage }: AnswerReply): string {
  return event({
    type: "message_start",
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "test",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: usage?.input ?? 1,
        output_tokens: 1,
        cache_read_input_tokens: usage?.cacheRead ?? 0,
        cache_creation_input_tokens: usage?.cacheWrite ?? 0,
      },
    },
  });
}

function contentBlocks(reply: AnswerReply): { start: unknown; deltas: unknown[] }[] {
  const thinking =
    reply.think === undefined
      ? []
      : [
          {
            start: { type: "thinking", thinking: "", signature: "" },
            deltas: [
              ...wordsOf(reply.think).map((thinking) => ({ type: "thinking_delta", thinking })),
              { type: "signature_delta", signature: "signed" },
            ],
          },
        ];
  const text =
    reply.say === undefined
      ? []
      : [
          {
            start: { type: "text", text: "" },
            deltas: wordsOf(reply.say).map((word) => ({ type: "text_delta", text: word })),
          },
        ];
  const calls = callsOf(reply).map(({ id, name, raw }) => ({
    start: { type: "tool_use", id, name, input: {} },
    deltas: halves(raw).map((partial_json) => ({ type: "input_json_delta", partial_json })),
  }));
  return [...thinking, ...text, ...calls];
}

function closing(reply: AnswerReply): string[] {
  const implied = (reply.call ?? []).length > 0 ? "tool_use" : "end_turn";
  const stop_reason = reply.stop === "length" ? "max_tokens" : (reply.stop ?? implied);
  return [
    event({
      type: "message_delta",
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: reply.usage?.output ?? 1 },
    }),
    event({ type: "message_stop" }),
  ];
}

/** The API begins every call with an empty piece. */
function halves(text: string): string[] {
  const middle = Math.floor(text.length / 2);
  return ["", text.slice(0, middle), text.slice(middle)];
}
