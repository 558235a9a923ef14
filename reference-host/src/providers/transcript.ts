/** What the request builders of all wire APIs do with the transcript before it takes their shape. */
import type { JsonObject } from "@extproto/schemas";
import type { Block, ResultContent, ToolSpec, TranscriptMessage } from "../agent/contract.js";

/** Whose reasoning may be sent back. */
export interface ReasoningOwner {
  readonly provider: string;
  /** Where a provider has several APIs: whether the reasoning has the form of this one. */
  readonly isOwn?: (payload: JsonObject) => boolean;
}

/**
 * The blocks of a message that a provider may be sent: no blank text, which the APIs refuse, no reasoning
 * of another provider or API, and no reasoning that nothing follows, as an interrupted answer leaves it.
 */
export function sendableBlocks(message: TranscriptMessage, owner: ReasoningOwner): readonly Block[] {
  const { provider, isOwn = () => true } = owner;
  const blocks = message.content.filter((block) => {
    if (block.type === "text") return block.text.trim() !== "";
    return block.type !== "reasoning" || (block.provider === provider && isOwn(block.payload));
  });
  const end = blocks.findLastIndex((block) => block.type !== "reasoning") + 1;
  return blocks.slice(0, end);
}

/** A tool's result is never empty on the wire: an API may refuse an error without a text. */
export function resultContent(content: readonly ResultContent[]): readonly ResultContent[] {
  const filled = content.filter((block) => block.type === "image" || block.text.trim() !== "");
  return filled.length > 0 ? filled : [{ type: "text", text: "(no output)" }];
}

/** The text of a result, for APIs that take nothing else. */
export function resultText(content: readonly ResultContent[]): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

/** Arguments as sent back to the model: its own words where they are valid, else an empty object. */
export function argumentsText(call: Extract<Block, { type: "tool_call" }>): string {
  if (call.args === undefined) return "{}";
  return call.raw.trim() === "" ? JSON.stringify(call.args) : call.raw;
}

/** A schema that every API takes: an extension may leave out what JSON Schema does not demand. */
export function objectSchema(tool: ToolSpec): JsonObject & { type: "object" } {
  return { properties: {}, ...tool.schema, type: "object" };
}

/** An image as a URL that holds its bytes. */
export function dataUrl(image: { mimeType: string; data: string }): string {
  return `data:${image.mimeType};base64,${image.data}`;
}
