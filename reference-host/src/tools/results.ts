/** Results of tools. */
import type { ToolRun } from "../agent/contract.js";

/** A result that is one text. */
export function textResult(text: string, options: { isError: boolean } = { isError: false }): ToolRun {
  return { content: [{ type: "text", text }], isError: options.isError };
}
