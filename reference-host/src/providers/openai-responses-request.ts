import type OpenAI from "openai";
import type { Block, ModelRequest, ResultContent, TranscriptMessage } from "../agent/contract.js";
import { argumentsText, dataUrl, objectSchema, resultContent, sendableBlocks } from "./transcript.js";

type Params = OpenAI.Responses.ResponseCreateParamsStreaming;
type InputItem = OpenAI.Responses.ResponseInputItem;
type InputContent = OpenAI.Responses.ResponseInputText | OpenAI.Responses.ResponseInputImage;

/**
 * The body of a Responses request. Nothing is stored at the provider: the transcript is ours, so the
 * reasoning comes encrypted and goes back with it.
 */
export function responsesRequest(request: ModelRequest, provider: string): Params {
  const { model, reasoning, maxOutput } = request;
  const tools = request.tools.map((tool) => ({
    type: "function" as const,
    name: tool.name,
    description: tool.description,
    parameters: objectSchema(tool),
    strict: false,
  }));
  return {
    model: model.id,
    ...(request.system === "" ? {} : { instructions: request.system }),
    input: request.messages.flatMap((message) => toItems(message, provider)),
    ...(tools.length > 0 ? { tools, tool_choice: "auto" as const } : {}),
    max_output_tokens: maxOutput,
    ...(model.reasoning ? { include: ["reasoning.encrypted_content" as const] } : {}),
    ...(model.reasoning && reasoning !== undefined ? { reasoning: { effort: reasoning } } : {}),
    store: false,
    stream: true,
  };
}

function toItems(message: TranscriptMessage, provider: string): InputItem[] {
  const blocks = sendableBlocks(message, { provider, isOwn: ({ type }) => type === "reasoning" });
  if (blocks.length === 0) return [];
  if (message.role === "user") return [{ role: "user", content: blocks.flatMap(toInput) }];
  return blocks.flatMap(toItem);
}

function toItem(block: Block): InputItem[] {
  switch (block.type) {
    case "text":
      return [{ role: "assistant", content: block.text }];
    case "tool_call":
      return [
        { type: "function_call", call_id: block.id, name: block.name, arguments: argumentsText(block) },
      ];
    case "tool_result":
      return [{ type: "function_call_output", call_id: block.callId, output: toOutput(block) }];
    case "reasoning":
      // Written by this provider from a reasoning item, and wanted back exactly as it came.
      return [block.payload as unknown as OpenAI.Responses.ResponseReasoningItem];
    case "image":
      return [];
  }
}

/** The API has no field for "this is an error", so the text says it. */
function toOutput(result: Extract<Block, { type: "tool_result" }>): string | InputContent[] {
  const content = resultContent(result.content);
  const marked: readonly ResultContent[] = result.isError
    ? [...content, { type: "text", text: "[error]" }]
    : content;
  if (marked.every((block) => block.type === "text")) return marked.map((block) => block.text).join("\n");
  return marked.flatMap(toInput);
}

function toInput(block: Block): InputContent[] {
  if (block.type === "text") return [{ type: "input_text", text: block.text }];
  if (block.type === "image") return [{ type: "input_image", detail: "auto", image_url: dataUrl(block) }];
  return [];
}
