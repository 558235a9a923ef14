/** What the three kinds of answers of an extension mean to the host. */

import type { CommandResponse, ContentBlock, JsonObject, ToolResult } from "@extproto/schemas";
import type { CommandOutcome, InterceptAnswer, InterceptRequest, ToolOutcome } from "./contract.js";
import { deepestNesting, nestedTooDeep } from "./nesting.js";

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A tool outcome that is one text, marked as failed. */
export function failedTool(text: string): ToolOutcome {
  return { content: [{ type: "text", text }], isError: true };
}

/** Reads a tool's result: unknown blocks are left out, what is no image fails the call, nothing at all gets a text. */
export function toolOutcome(frame: ToolResult): ToolOutcome {
  const content: ContentBlock[] = [];
  let isError = frame.is_error === true;
  for (const block of frame.content) {
    if (block.type === "text") content.push(block);
    else if (block.type === "image") {
      if (typeof block.data === "string" && base64.test(block.data)) content.push(block);
      else {
        isError = true;
        content.push({
          type: "text",
          text: "The tool returned an image whose data is not base64; it was left out.",
        });
      }
    }
  }
  if (content.length === 0) content.push({ type: "text", text: "(the tool returned nothing)" });
  return { content, isError };
}

/**
 * Reads the answer to a command. `given` is the object as it was sent: the decoder fills in a missing text,
 * and a missing text is a fault while an empty one is not.
 */
export function commandOutcome(frame: CommandResponse, given: JsonObject): CommandOutcome {
  if (frame.error !== undefined && frame.error !== "") return { action: "error", message: frame.error };
  const payload = frame.action === "noop" ? true : given[frame.action];
  if (payload === undefined || payload === null)
    return failedCommand(`answered ${frame.action} without the field ${frame.action}`);
  switch (frame.action) {
    case "prompt":
      if (frame.prompt.trim() === "") return failedCommand("asked to submit an empty prompt");
      return { action: "prompt", prompt: frame.prompt };
    case "insert":
      return { action: "insert", text: frame.insert };
    case "display":
      return { action: "display", text: frame.display };
    case "open_panel":
      return { action: "open_panel", panel: frame.open_panel };
    case "noop":
      return { action: "noop" };
    default:
      return failedCommand("answered with an action that this host does not know");
  }
}

/** A command that failed for a reason that the host words. */
export function failedCommand(what: string): CommandOutcome {
  return { action: "error", message: `The extension ${what}.` };
}

/** An answer to an interception as it came, valid or not. */
export interface GivenAnswer {
  readonly value: JsonObject;
  /** What is wrong with it; undefined where it is a valid frame. */
  readonly problem: string | undefined;
}

/** Reads the answer to an interception. A block counts whatever stands beside it; rewrites count where they belong. */
export function interceptAnswer(request: InterceptRequest, given: GivenAnswer): InterceptAnswer {
  const { block, reason, modified_args: args, replace_text: text } = given.value;
  const isToolCall = request.event === "tool_call";
  const badArgs = isToolCall && args !== undefined && args !== null ? wrongArguments(args) : undefined;
  const isObject = typeof args === "object" && args !== null && badArgs === undefined;
  return {
    kind: "answered",
    block: block === true,
    reason: typeof reason === "string" && reason !== "" ? reason : undefined,
    modifiedArgs: isToolCall && isObject ? (args as JsonObject) : undefined,
    replaceText:
      request.event === "assistant_message" && typeof text === "string" && text !== "" ? text : undefined,
    malformed: given.problem ?? badArgs,
  };
}

function wrongArguments(args: unknown): string | undefined {
  if (typeof args !== "object" || Array.isArray(args)) return "its modified_args is not an object";
  return nestedTooDeep(args) ? `its modified_args is nested deeper than ${deepestNesting} levels` : undefined;
}
