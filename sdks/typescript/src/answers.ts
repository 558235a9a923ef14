/** What handlers answer. */

import type { PanelContent } from "./handlers.js";
import type { Panel } from "./panel.js";
import type { ContentBlock, ImageBlock, JsonObject, TextBlock } from "./protocol/index.js";

/** A block of text in a tool's answer. */
export function text(value: string): TextBlock {
  return { type: "text", text: value };
}

/** A picture in a tool's answer, from its bytes or from text in base64. */
export function image(mimeType: string, data: Uint8Array | string): ImageBlock {
  const base64 = typeof data === "string" ? data : Buffer.from(data).toString("base64");
  return { type: "image", mime_type: mimeType, data: base64 };
}

/** What a tool answers: a text, a block or several; with {@link failure} one that the model sees as an error. */
export type ToolAnswer = string | ContentBlock | readonly ContentBlock[] | Failure | undefined;

/** An answer that something went wrong. */
export interface Failure {
  readonly failed: true;
  readonly content: readonly ContentBlock[];
  readonly message: string;
}

/** The tool or the command could not do its work. Throwing an error says the same. */
export function failure(message: string): Failure {
  return { failed: true, content: [text(message)], message };
}

/** What a command answers; nothing where there is nothing to be done. */
export type CommandAnswer =
  | { readonly action: "prompt"; readonly prompt: string }
  | { readonly action: "insert"; readonly insert: string }
  | { readonly action: "display"; readonly display: string }
  | { readonly action: "open_panel"; readonly panel: Panel; readonly content: PanelContent }
  | Failure
  | undefined;

/** Submits a text to the model as if the user had typed it. */
export function prompt(value: string): CommandAnswer {
  return { action: "prompt", prompt: value };
}

/** Puts a text where the user types. */
export function insert(value: string): CommandAnswer {
  return { action: "insert", insert: value };
}

/** Shows a text to the user. */
export function display(value: string): CommandAnswer {
  return { action: "display", display: value };
}

/** Opens a panel. */
export function openPanel(panel: Panel, content: PanelContent): CommandAnswer {
  return { action: "open_panel", panel, content };
}

/** Stops what was asked about; the reason is shown. */
export interface Block {
  readonly block: true;
  readonly reason: string;
}

/** Goes on with other arguments. */
export interface Rewrite {
  readonly args: JsonObject;
}

/** Shows another text. */
export interface Replace {
  readonly text: string;
}

/** Lets it happen as it is. Returning nothing says the same. */
export function allow(): undefined {
  return undefined;
}

/** Stops it. Returning the reason as a text says the same. */
export function block(reason: string): Block {
  return { block: true, reason };
}

/**
 * Lets a tool run with other arguments: all of them, written from these values. A number that came with more digits than
 * JavaScript keeps leaves rounded; where that matters, look at `rawArgs` first.
 */
export function rewrite(args: JsonObject): Rewrite {
  return { args };
}

/** Shows another text than the assistant's. */
export function replace(value: string): Replace {
  return { text: value };
}

/** What an interceptor answers. */
export type Decision<Change = never> = Block | Change | string | undefined;
