/** The transcript as RPC shows it: images as a count of bytes, no reasoning. Spec: rpc.md, Messages. */
import type { Message, MessageBlock, Model, ResultBlock } from "@extproto/schemas";
import type { Block, ModelEntry, ResultContent, ToWireBlocks, TranscriptMessage } from "./contract.js";

/** The parts of a message, without reasoning. */
export const toWireBlocks: ToWireBlocks = (content) => content.flatMap(wireBlock);

/** The parts of a tool's result. */
export function toWireResult(content: readonly ResultContent[]): ResultBlock[] {
  return content.map((block) =>
    block.type === "text"
      ? { type: "text", text: block.text }
      : { type: "image", mime_type: block.mimeType, bytes: decodedLength(block.data) },
  );
}

/** A message, as `get_messages` reports it. */
export function toWireMessage(message: TranscriptMessage): Message {
  return { role: message.role, content: toWireBlocks(message.content), time: message.time };
}

/** A model of the catalogue, as `get_models` reports it. */
export function toWireModel(model: ModelEntry): Model {
  return {
    id: model.id,
    provider: model.provider,
    context_window: model.contextWindow,
    max_output: model.maxOutput,
    reasoning: model.reasoning,
  };
}

function wireBlock(block: Block): MessageBlock[] {
  switch (block.type) {
    case "text":
    case "image":
      return toWireResult([block]);
    case "tool_call":
      return [{ type: "tool_call", id: block.id, name: block.name, args: block.args ?? null }];
    case "tool_result":
      return [
        {
          type: "tool_result",
          call_id: block.callId,
          is_error: block.isError,
          content: toWireResult(block.content),
        },
      ];
    case "reasoning":
      return [];
  }
}

/** How many bytes base64 text stands for, without decoding megabytes to count them. */
function decodedLength(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}
