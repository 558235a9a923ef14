import type OpenAI from "openai";
import type { Block, ModelRequest, TranscriptMessage } from "../agent/contract.js";
import {
  argumentsText,
  dataUrl,
  objectSchema,
  resultContent,
  resultText,
  sendableBlocks,
} from "./transcript.js";

type Params = OpenAI.ChatCompletionCreateParamsStreaming;
type MessageParam = OpenAI.ChatCompletionMessageParam;
type ContentPart = OpenAI.ChatCompletionContentPart;

/** The body of a Chat Completions request; `provider` is whose reasoning may be sent back. */
export function chatRequest(request: ModelRequest, provider: string): Params {
  const { model, reasoning, maxOutput } = request;
  const tools = request.tools.map((tool) => ({
    type: "function" as const,
    function: { name: tool.name, description: tool.description, parameters: objectSchema(tool) },
  }));
  return {
    model: model.id,
    messages: [
      ...(request.system === "" ? [] : [{ role: "system" as const, content: request.system }]),
      ...toMessages(request.messages, provider),
    ],
    ...(tools.length > 0 ? { tools, tool_choice: "auto" as const } : {}),
    // Reasoning models refuse the old name, and many compatible servers know only that.
    ...(model.reasoning ? { max_completion_tokens: maxOutput } : { max_tokens: maxOutput }),
    ...(model.reasoning && reasoning !== undefined ? { reasoning_effort: reasoning } : {}),
    stream: true,
    stream_options: { include_usage: true },
  };
}

function toMessages(messages: readonly TranscriptMessage[], provider: string): MessageParam[] {
  const turnStart = messages.findLastIndex((message) => message.role === "user");
  return messages.flatMap((message, index) => {
    const blocks = sendableBlocks(message, { provider, isOwn: (payload) => "reasoning_content" in payload });
    if (blocks.length === 0) return [];
    if (message.role === "assistant") return [assistantMessage(blocks, index > turnStart)];
    if (message.role === "tool") return toolMessages(blocks);
    return [{ role: "user" as const, content: userContent(blocks) }];
  });
}

/**
 * Servers that show their reasoning want it back with the tool calls of the turn under way, and some refuse
 * it anywhere else.
 */
function assistantMessage(blocks: readonly Block[], inThisTurn: boolean): MessageParam {
  const text = blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
  const calls = blocks.flatMap((block) =>
    block.type === "tool_call"
      ? [
          {
            id: block.id,
            type: "function" as const,
            function: { name: block.name, arguments: argumentsText(block) },
          },
        ]
      : [],
  );
  const reasoning = blocks.find((block) => block.type === "reasoning");
  return {
    role: "assistant",
    ...(text === "" ? {} : { content: text }),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(inThisTurn && calls.length > 0 && reasoning !== undefined ? reasoning.payload : {}),
  };
}

/** A tool's answer can hold text alone, so its images follow as if the user had shown them. */
function toolMessages(blocks: readonly Block[]): MessageParam[] {
  const messages: MessageParam[] = [];
  const images: ContentPart[] = [];
  for (const block of blocks) {
    if (block.type !== "tool_result") continue;
    const content = resultContent(block.content);
    const pictures = content.filter((part) => part.type === "image");
    const text = resultText(content);
    const shown = text === "" ? `(${pictures.length} image${pictures.length === 1 ? "" : "s"} below)` : text;
    messages.push({
      role: "tool",
      tool_call_id: block.callId,
      content: block.isError ? `${shown} [error]` : shown,
    });
    for (const picture of pictures) images.push({ type: "image_url", image_url: { url: dataUrl(picture) } });
  }
  if (images.length === 0) return messages;
  const label: ContentPart = { type: "text", text: "Images from the tool results above:" };
  return [...messages, { role: "user", content: [label, ...images] }];
}

function userContent(blocks: readonly Block[]): string | ContentPart[] {
  if (blocks.every((block) => block.type === "text")) return blocks.map((block) => block.text).join("\n");
  return blocks.flatMap((block): ContentPart[] => {
    if (block.type === "text") return [{ type: "text", text: block.text }];
    if (block.type === "image") return [{ type: "image_url", image_url: { url: dataUrl(block) } }];
    return [];
  });
}
