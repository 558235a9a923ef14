import type Anthropic from "@anthropic-ai/sdk";
import type { Block, ModelRequest, ResultContent, TranscriptMessage } from "../agent/contract.js";
import { objectSchema, resultContent, sendableBlocks } from "./transcript.js";

type Params = Anthropic.MessageCreateParamsStreaming;
type ContentParam = Anthropic.ContentBlockParam;
type ImageParam = Anthropic.ImageBlockParam;

const CACHE_HERE = { type: "ephemeral" } as const;

/** Tokens to think with, per level. */
const BUDGET = { low: 2048, medium: 8192, high: 16_384 } as const;
/** The API's least budget; what is left of `max_tokens` for the answer itself is at least as much. */
const LEAST_BUDGET = 1024;

/**
 * The body of a Messages request. The system prompt, the last tool and the last user block mark the ends of
 * what is worth caching: each prefix repeats in the next call.
 */
export function anthropicRequest(request: ModelRequest): Params {
  const messages = request.messages.flatMap(toMessages);
  markLastUserBlock(messages);
  const tools = request.tools.map((tool, index) => ({
    name: tool.name,
    description: tool.description,
    input_schema: objectSchema(tool),
    ...(index === request.tools.length - 1 ? { cache_control: CACHE_HERE } : {}),
  }));
  return {
    model: request.model.id,
    max_tokens: request.maxOutput,
    ...(request.system === ""
      ? {}
      : { system: [{ type: "text", text: request.system, cache_control: CACHE_HERE }] }),
    messages,
    ...(tools.length > 0 ? { tools } : {}),
    ...thinking(request),
    stream: true,
  };
}

function thinking(request: ModelRequest): Pick<Params, "thinking" | "output_config"> {
  const { model, reasoning, maxOutput } = request;
  if (reasoning === undefined || !model.reasoning) return {};
  if (model.thinking === "adaptive") {
    return { thinking: { type: "adaptive" }, output_config: { effort: reasoning } };
  }
  const budget = Math.min(BUDGET[reasoning], maxOutput - LEAST_BUDGET);
  return budget < LEAST_BUDGET ? {} : { thinking: { type: "enabled", budget_tokens: budget } };
}

function toMessages(message: TranscriptMessage): Anthropic.MessageParam[] {
  const content = sendableBlocks(message, { provider: "anthropic" }).map(toContent);
  if (content.length === 0) return [];
  return [{ role: message.role === "assistant" ? "assistant" : "user", content }];
}

function toContent(block: Block): ContentParam {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "image":
      return toImage(block);
    case "tool_call":
      return { type: "tool_use", id: block.id, name: block.name, input: block.args ?? {} };
    case "tool_result":
      return {
        type: "tool_result",
        tool_use_id: block.callId,
        content: resultContent(block.content).map(toResultContent),
        ...(block.isError ? { is_error: true } : {}),
      };
    case "reasoning":
      // Written by this provider from a thinking block, and wanted back exactly as it came.
      return block.payload as unknown as Anthropic.ThinkingBlockParam | Anthropic.RedactedThinkingBlockParam;
  }
}

function toResultContent(block: ResultContent): Anthropic.TextBlockParam | ImageParam {
  return block.type === "text" ? { type: "text", text: block.text } : toImage(block);
}

/** The model is told of an image that it cannot see: one refused block would fail the whole request. */
function toImage(image: { mimeType: string; data: string }): ImageParam | Anthropic.TextBlockParam {
  switch (image.mimeType) {
    case "image/png":
    case "image/jpeg":
    case "image/gif":
    case "image/webp":
      return { type: "image", source: { type: "base64", media_type: image.mimeType, data: image.data } };
    default:
      return { type: "text", text: `[an image of type ${image.mimeType}, which this model cannot see]` };
  }
}

function markLastUserBlock(messages: Anthropic.MessageParam[]): void {
  const last = messages.findLast((message) => message.role === "user");
  const block = Array.isArray(last?.content) ? last.content.at(-1) : undefined;
  if (block?.type === "text" || block?.type === "image" || block?.type === "tool_result") {
    block.cache_control = CACHE_HERE;
  }
}
