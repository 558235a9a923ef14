/** Tools of extensions, as the agent runs them. */
import type { ContentBlock } from "@extproto/schemas";
import type { ResultContent, Tool } from "../agent/contract.js";
import type { ExtensionManager } from "../extensions/contract.js";

/** The tools that extensions offer right now, in load order. */
export function extensionTools(manager: ExtensionManager): Tool[] {
  return manager.tools().map(({ name, description, schema, extension }) => ({
    name,
    description,
    schema,
    extension,
    async run(args, { signal, onProgress }) {
      const { content, isError } = await manager.callTool(name, args, { signal, onProgress });
      return { content: content.flatMap(toResult), isError };
    },
  }));
}

function toResult(block: ContentBlock): ResultContent[] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text }];
    case "image":
      return [{ type: "image", mimeType: block.mime_type, data: block.data }];
    default:
      // The manager lets only known blocks through.
      return [];
  }
}
