import { type ModelServer, sse, startModelServer, type WireFormat } from "./model-server.js";
import { type AnswerReply, callsOf, type Reply, wordsOf } from "./reply.js";

const format: WireFormat = {
  events: (reply, path) => (path.endsWith("/responses") ? responsesEvents(reply) : chatEvents(reply)),
  errorBody: ({ status, type, code, message }) => ({
    error: {
      message: message ?? "as scripted",
      type: type ?? `error_${status}`,
      code: code ?? null,
      param: null,
    },
  }),
};

/**
 * A server that speaks OpenAI's Chat Completions (`POST /v1/chat/completions`) and Responses
 * (`POST /v1/responses`) APIs, streamed.
 *
 * @see Reply for the script.
 */
export function startOpenAiServer(replies: readonly Reply[] = []): Promise<ModelServer> {
  return startModelServer(format, replies);
}

/** Here the prompt's tokens include the cached ones. */
function counts({ usage }: AnswerReply) {
  const cached = usage?.cacheRead ?? 0;
  return { prompt: (usage?.input ?? 1) + cached, cached, output: usage?.output ?? 1 };
}

function chatEvents(reply: AnswerReply) {
  const chunk = (delta: unknown, finish_reason: string | null = null) =>
    sse({
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      created: 1,
      model: "test",
      choices: [{ index: 0, delta, finish_reason }],
    });
  const calls = callsOf(reply).flatMap(({ id, name, raw }, index) => {
    const middle = Math.floor(raw.length / 2);
    return [
      chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
      chunk({ tool_calls: [{ index, function: { arguments: raw.slice(0, middle) } }] }),
      chunk({ tool_calls: [{ index, function: { arguments: raw.slice(middle) } }] }),
    ];
  });
  const implied = calls.length > 0 ? "tool_calls" : "stop";
  const finish = reply.stop === "refusal" ? "content_filter" : (reply.stop ?? implied);
  const { prompt, cached, output } = counts(reply);
  const usage = {
    prompt_tokens: prompt,
    completion_tokens: output,
    total_tokens: prompt + output,
    prompt_tokens_details: { cached_tokens: cached },
  };
  return {
    content: [
      chunk({ role: "assistant", content: "" }),
      ...wordsOf(reply.think).map((reasoning_content) => chunk({ reasoning_content })),
      ...wordsOf(reply.say).map((content) => chunk({ content })),
      ...calls,
    ],
    closing: [
      chunk({}, finish),
      sse({
        id: "chatcmpl-1",
        object: "chat.completion.chunk",
        created: 1,
        model: "test",
        choices: [],
        usage,
      }),
      sse("[DONE]"),
    ],
    error: sse({ error: { message: "Overloaded", type: "overloaded_error", code: null } }),
  };
}

function responsesEvents(reply: AnswerReply) {
  let sequence_number = 0;
  const event = (type: string, more: Record<string, unknown>) => {
    sequence_number += 1;
    return sse({ type, sequence_number, ...more }, type);
  };
  const content = [event("response.created", { response: { id: "resp_1", status: "in_progress" } })];
  let output_index = 0;
  const item = (
    begun: Record<string, unknown>,
    done: Record<string, unknown>,
    deltas: [string, object][],
  ) => {
    const place = { output_index, item_id: String(begun.id) };
    content.push(event("response.output_item.added", { output_index, item: begun }));
    for (const [type, more] of deltas) content.push(event(type, { ...place, ...more }));
    content.push(event("response.output_item.done", { output_index, item: { ...begun, ...done } }));
    output_index += 1;
  };
  if (reply.think !== undefined) {
    const begun = { id: "rs_1", type: "reasoning", summary: [] };
    item(begun, { summary: [], encrypted_content: `encrypted ${reply.think}`, status: "completed" }, []);
  }
  if (reply.say !== undefined) {
    const deltas = wordsOf(reply.say).map((delta): [string, object] => [
      "response.output_text.delta",
      { content_index: 0, delta, logprobs: [] },
    ]);
    const text = [{ type: "output_text", text: reply.say, annotations: [] }];
    item({ id: "msg_1", type: "message", role: "assistant", content: [] }, { content: text }, deltas);
  }
  for (const { id, name, raw } of callsOf(reply)) {
    const middle = Math.floor(raw.length / 2);
    const deltas = [raw.slice(0, middle), raw.slice(middle)].map((delta): [string, object] => [
      "response.function_call_arguments.delta",
      { delta },
    ]);
    const begun = { id: `fc_${id}`, type: "function_call", call_id: id, name, arguments: "" };
    item(begun, { arguments: raw, status: "completed" }, deltas);
  }
  const { prompt, cached, output } = counts(reply);
  const usage = {
    input_tokens: prompt,
    input_tokens_details: { cached_tokens: cached, cache_write_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: prompt + output,
  };
  const why = { length: "max_output_tokens", refusal: "content_filter" } as const;
  const closing =
    reply.stop === undefined
      ? event("response.completed", { response: { id: "resp_1", status: "completed", error: null, usage } })
      : event("response.incomplete", {
          response: {
            id: "resp_1",
            status: "incomplete",
            incomplete_details: { reason: why[reply.stop] },
            usage,
          },
        });
  return {
    content,
    closing: [closing],
    error: event("error", { code: "overloaded_error", message: "Overloaded", param: null }),
  };
}
