/** Anthropic Messages, streamed. */
import {
  asList,
  asObject,
  asText,
  joinToolMessages,
  type Loose,
  type NeutralBlock,
  type NeutralMessage,
} from "./neutral.js";
import type { PlannedAnswer } from "./script.js";
import { event, type StreamEvent, type Wire } from "./wire.js";

const stopReasons = { end: "end_turn", tools: "tool_use", length: "max_tokens" } as const;

export const anthropic: Wire = {
  matches: (path) => path.endsWith("/messages"),
  read: (body, key) => ({
    wire: "anthropic",
    model: asText(body.model),
    system: typeof body.system === "string" ? body.system : asList(body.system).map(textOf).join("\n"),
    messages: joinToolMessages(asList(body.messages).flatMap((message) => toMessages(asObject(message)))),
    tools: asList(body.tools).map((tool) => {
      const { name, description, input_schema } = asObject(tool);
      return { name: asText(name), description: asText(description), schema: input_schema };
    }),
    key,
  }),
  write: (answer, { model }) => ({ head: head(answer, model), tail: tail(answer) }),
  refusal: (status, message) => ({
    type: "error",
    error: { type: status < 500 ? "invalid_request_error" : "api_error", message },
  }),
  streamError: (message) => event("error", { type: "error", error: { type: "api_error", message } }),
};

function textOf(block: unknown): string {
  return asText(asObject(block).text);
}

/** The results of tools travel as a user message; here they are a message of their own. */
function toMessages(message: Loose): NeutralMessage[] {
  const blocks = toBlocks(message.content);
  if (message.role === "assistant") return [{ role: "assistant", content: blocks }];
  const results = blocks.filter((block) => block.type === "tool_result");
  const others = blocks.filter((block) => block.type !== "tool_result");
  return [
    ...(results.length > 0 ? [{ role: "tool" as const, content: results }] : []),
    ...(others.length > 0 ? [{ role: "user" as const, content: others }] : []),
  ];
}

function toBlocks(content: unknown): NeutralBlock[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return asList(content).flatMap((value): NeutralBlock[] => {
    const block = asObject(value);
    switch (block.type) {
      case "text":
        return [{ type: "text", text: asText(block.text) }];
      case "image": {
        const source = asObject(block.source);
        return [{ type: "image", mime_type: asText(source.media_type), data: asText(source.data) }];
      }
      case "tool_use":
        return [
          { type: "tool_call", id: asText(block.id), name: asText(block.name), args: asObject(block.input) },
        ];
      case "tool_result":
        return [
          {
            type: "tool_result",
            call_id: asText(block.tool_use_id),
            is_error: block.is_error === true,
            content: toBlocks(block.content),
          },
        ];
      default:
        return [];
    }
  });
}

function head({ blocks, usage }: PlannedAnswer, model: string): StreamEvent[] {
  const start = event("message_start", {
    type: "message_start",
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: usage.input,
        output_tokens: 0,
        cache_read_input_tokens: usage.cache_read,
        cache_creation_input_tokens: usage.cache_write,
      },
    },
  });
  return [
    start,
    ...blocks.flatMap((pieces, index) => [
      blockStart(index, { type: "text", text: "" }),
      ...pieces.map((text) => delta(index, { type: "text_delta", text })),
      blockStop(index),
    ]),
  ];
}

function tail({ blocks, calls, usage, stop }: PlannedAnswer): StreamEvent[] {
  return [
    ...calls.flatMap(({ id, name, text }, position) => {
      const index = blocks.length + position;
      return [
        blockStart(index, { type: "tool_use", id, name, input: {} }),
        ...(text === undefined ? [] : halves(text)).map((part) =>
          delta(index, { type: "input_json_delta", partial_json: part }),
        ),
        blockStop(index),
      ];
    }),
    event("message_delta", {
      type: "message_delta",
      delta: { stop_reason: stopReasons[stop], stop_sequence: null },
      usage: { output_tokens: usage.output },
    }),
    event("message_stop", { type: "message_stop" }),
  ];
}

/** Arguments come in pieces in real life. */
export function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((part) => part !== "");
}

function blockStart(index: number, block: unknown): StreamEvent {
  return event("content_block_start", { type: "content_block_start", index, content_block: block });
}

function blockStop(index: number): StreamEvent {
  return event("content_block_stop", { type: "content_block_stop", index });
}

function delta(index: number, change: unknown): StreamEvent {
  return event("content_block_delta", { type: "content_block_delta", index, delta: change });
}
