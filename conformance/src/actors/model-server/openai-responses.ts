/** OpenAI Responses, streamed. */
import { halves } from "./anthropic.js";
import {
  asList,
  asObject,
  asText,
  joinToolMessages,
  type Loose,
  type NeutralMessage,
  parsedArgs,
} from "./neutral.js";
import { saysError, toBlocks } from "./openai-chat.js";
import type { PlannedAnswer } from "./script.js";
import { event, type StreamEvent, type Wire } from "./wire.js";

export const openaiResponses: Wire = {
  matches: (path) => path.endsWith("/responses"),
  read: (body, key) => {
    const items =
      typeof body.input === "string"
        ? [{ role: "user", content: body.input }]
        : asList(body.input).map(asObject);
    return {
      wire: "openai-responses",
      model: asText(body.model),
      system: [asText(body.instructions), ...items.filter(isSystem).map(textOf)]
        .filter((text) => text !== "")
        .join("\n"),
      messages: joinToolMessages(items.filter((item) => !isSystem(item)).flatMap(toMessages)),
      tools: asList(body.tools).map((tool) => {
        const { name, description, parameters } = asObject(tool);
        return { name: asText(name), description: asText(description), schema: parameters };
      }),
      key,
    };
  },
  write: (answer, { model }) => ({ head: head(answer, model), tail: tail(answer, model) }),
  refusal: (_status, message) => ({
    error: { message, type: "invalid_request_error", param: null, code: null },
  }),
  streamError: (message) => event("error", { type: "error", code: "server_error", message, param: null }),
};

function isSystem(item: Loose): boolean {
  return item.role === "system" || item.role === "developer";
}

function textOf(item: Loose): string {
  return toBlocks(item.content)
    .map((block) => (block.type === "text" ? block.text : ""))
    .join("\n");
}

function toMessages(item: Loose): NeutralMessage[] {
  if (item.type === "function_call") {
    const args = parsedArgs(asText(item.arguments));
    return [
      {
        role: "assistant",
        content: [{ type: "tool_call", id: asText(item.call_id), name: asText(item.name), args }],
      },
    ];
  }
  if (item.type === "function_call_output") {
    const content = toBlocks(item.output);
    const is_error = content.some((block) => block.type === "text" && saysError(block.text));
    return [
      { role: "tool", content: [{ type: "tool_result", call_id: asText(item.call_id), is_error, content }] },
    ];
  }
  if (item.role === "assistant") return [{ role: "assistant", content: toBlocks(item.content) }];
  return item.role === "user" ? [{ role: "user", content: toBlocks(item.content) }] : [];
}

function head({ blocks }: PlannedAnswer, model: string): StreamEvent[] {
  const response = { id: "resp_1", object: "response", model, status: "in_progress", output: [] };
  return [
    event("response.created", { type: "response.created", response }),
    ...blocks.flatMap((pieces, index) => {
      const text = pieces.join("");
      const item = messageItem(index, text);
      return [
        event("response.output_item.added", {
          type: "response.output_item.added",
          output_index: index,
          item: { ...item, content: [] },
        }),
        ...pieces.map((delta) =>
          event("response.output_text.delta", {
            type: "response.output_text.delta",
            item_id: item.id,
            output_index: index,
            content_index: 0,
            delta,
          }),
        ),
        event("response.output_item.done", { type: "response.output_item.done", output_index: index, item }),
      ];
    }),
  ];
}

function messageItem(index: number, text: string) {
  return {
    id: `msg_${index + 1}`,
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text, annotations: [] }],
  };
}

function tail({ blocks, calls, usage, stop }: PlannedAnswer, model: string): StreamEvent[] {
  const items = calls.map(({ id, name, text }) => ({
    id: `fc_${id}`,
    type: "function_call",
    call_id: id,
    name,
    arguments: text ?? "",
    status: "completed",
  }));
  const messages = blocks.map((pieces, index) => messageItem(index, pieces.join("")));
  const last = stop === "length" ? "response.incomplete" : "response.completed";
  return [
    ...items.flatMap((item, position) => {
      const output_index = blocks.length + position;
      return [
        event("response.output_item.added", {
          type: "response.output_item.added",
          output_index,
          item: { ...item, arguments: "", status: "in_progress" },
        }),
        ...halves(item.arguments).map((delta) =>
          event("response.function_call_arguments.delta", {
            type: "response.function_call_arguments.delta",
            item_id: item.id,
            output_index,
            delta,
          }),
        ),
        event("response.output_item.done", { type: "response.output_item.done", output_index, item }),
      ];
    }),
    event(last, {
      type: last,
      response: {
        id: "resp_1",
        object: "response",
        model,
        status: stop === "length" ? "incomplete" : "completed",
        incomplete_details: stop === "length" ? { reason: "max_output_tokens" } : null,
        error: null,
        output: [...messages, ...items],
        usage: {
          input_tokens: usage.input + usage.cache_read,
          input_tokens_details: { cached_tokens: usage.cache_read },
          output_tokens: usage.output,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: usage.input + usage.cache_read + usage.output,
        },
      },
    }),
  ];
}
