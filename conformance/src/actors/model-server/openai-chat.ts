/** OpenAI Chat Completions, streamed. */
import { halves } from "./anthropic.js";
import {
  asList,
  asObject,
  asText,
  joinToolMessages,
  type Loose,
  type NeutralBlock,
  type NeutralMessage,
  parsedArgs,
} from "./neutral.js";
import type { PlannedAnswer } from "./script.js";
import { data, type StreamEvent, type Wire } from "./wire.js";

const finishReasons = { end: "stop", tools: "tool_calls", length: "length" } as const;

export const openaiChat: Wire = {
  matches: (path) => path.endsWith("/chat/completions"),
  read: (body, key) => {
    const messages = asList(body.messages).map(asObject);
    return {
      wire: "openai-chat",
      model: asText(body.model),
      system: messages.filter(isSystem).map(contentText).join("\n"),
      messages: joinToolMessages(messages.filter((message) => !isSystem(message)).map(toMessage)),
      tools: asList(body.tools).map((tool) => {
        const { name, description, parameters } = asObject(asObject(tool).function);
        return { name: asText(name), description: asText(description), schema: parameters };
      }),
      key,
    };
  },
  write: (answer, { model }) => ({ head: head(answer, model), tail: tail(answer, model) }),
  refusal: (_status, message) => ({
    error: { message, type: "invalid_request_error", param: null, code: null },
  }),
  streamError: (message) => data({ error: { message, type: "server_error", param: null, code: null } }),
};

function isSystem(message: Loose): boolean {
  return message.role === "system" || message.role === "developer";
}

function contentText(message: Loose): string {
  return toBlocks(message.content)
    .map((block) => (block.type === "text" ? block.text : ""))
    .join("\n");
}

function toMessage(message: Loose): NeutralMessage {
  if (message.role === "tool") return { role: "tool", content: [toResult(message)] };
  const blocks = toBlocks(message.content);
  if (message.role !== "assistant") return { role: "user", content: blocks };
  const calls = asList(message.tool_calls).map((value): NeutralBlock => {
    const call = asObject(value);
    const { name, arguments: args } = asObject(call.function);
    return { type: "tool_call", id: asText(call.id), name: asText(name), args: parsedArgs(asText(args)) };
  });
  return { role: "assistant", content: [...blocks, ...calls] };
}

/** The format has no error flag; hosts say it in the text. */
function toResult(message: Loose): NeutralBlock {
  const content = toBlocks(message.content);
  return {
    type: "tool_result",
    call_id: asText(message.tool_call_id),
    is_error: content.some((block) => block.type === "text" && saysError(block.text)),
    content,
  };
}

/** How a result without an error flag tells that it failed. */
export function saysError(text: string): boolean {
  return /\[error\]|\berror\b/i.test(text);
}

/** The blocks of a content that is a string or a list of parts, in either of OpenAI's two formats. */
export function toBlocks(content: unknown): NeutralBlock[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return asList(content).flatMap((value): NeutralBlock[] => {
    const part = asObject(value);
    if (typeof part.text === "string") return [{ type: "text", text: part.text }];
    const url = typeof part.image_url === "string" ? part.image_url : asText(asObject(part.image_url).url);
    const found = /^data:([^;]+);base64,(.*)$/s.exec(url);
    return found === null ? [] : [{ type: "image", mime_type: found[1] ?? "", data: found[2] ?? "" }];
  });
}

function chunk(model: string, delta: unknown, finish: string | null = null): StreamEvent {
  return data({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 0,
    model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
}

function head({ blocks }: PlannedAnswer, model: string): StreamEvent[] {
  const pieces = blocks.flatMap((block, index) => (index === 0 ? block : ["\n", ...block]));
  return [
    chunk(model, { role: "assistant", content: "" }),
    ...pieces.map((content) => chunk(model, { content })),
  ];
}

function tail({ calls, usage, stop }: PlannedAnswer, model: string): StreamEvent[] {
  return [
    ...calls.flatMap(({ id, name, text }, index) => [
      chunk(model, { tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
      ...(text === undefined ? [] : halves(text)).map((part) =>
        chunk(model, { tool_calls: [{ index, function: { arguments: part } }] }),
      ),
    ]),
    chunk(model, {}, finishReasons[stop]),
    data({
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      created: 0,
      model,
      choices: [],
      usage: {
        prompt_tokens: usage.input + usage.cache_read,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.cache_read + usage.output,
        prompt_tokens_details: { cached_tokens: usage.cache_read },
      },
    }),
    data("[DONE]"),
  ];
}
