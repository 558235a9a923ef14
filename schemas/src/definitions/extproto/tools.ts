/** Tool calls, their results, progress and cancellation. Spec: tools.md, additions.md. */
import Type from "typebox";
import {
  base64,
  flag,
  id,
  list,
  object,
  opt,
  record,
  type Static,
  sent,
  tagged,
  text,
} from "../../define/fields.js";
import { frame, type Infer } from "../../define/frame.js";

export const TextBlock = record("TextBlock", "Text.", {
  type: Type.Literal("text"),
  text: text("The text."),
});
export type TextBlock = Static<typeof TextBlock>;

export const ImageBlock = record("ImageBlock", "An image.", {
  type: Type.Literal("image"),
  mime_type: id("MIME type, such as image/png."),
  data: base64("The image in base64."),
});
export type ImageBlock = Static<typeof ImageBlock>;

export const ContentBlock = tagged("ContentBlock", "A part of a tool's result.", "type", [
  TextBlock,
  ImageBlock,
]);
export type ContentBlock = Static<typeof ContentBlock>;

export const ToolCall = frame({
  type: "tool_call",
  doc: "The model calls a tool of this extension.",
  kind: "request",
  answeredBy: "tool_result",
  deadline: "tool",
  since: "1.0",
  fields: {
    id: id("Correlates the result. Not the model's own id of the call."),
    name: id("Name of the tool."),
    args: object("The arguments, as the model wrote them and interceptors left them."),
  },
  examples: [{ type: "tool_call", id: "c1", name: "weather", args: { city: "Berlin" } }],
});
export type ToolCall = Infer<typeof ToolCall>;

export const ToolResult = frame({
  type: "tool_result",
  doc: "The result of a tool call.",
  kind: "answer",
  answers: "tool_call",
  since: "1.0",
  fields: {
    id: id("The id of the tool_call."),
    content: sent(list("The result.", ContentBlock), []),
    is_error: opt(flag("True marks the call as failed.")),
  },
  examples: [
    { type: "tool_result", id: "c1", content: [{ type: "text", text: "Berlin: 16°C, fog" }] },
    { type: "tool_result", id: "c1", content: [{ type: "text", text: "no such city" }], is_error: true },
    {
      type: "tool_result",
      id: "c1",
      content: [{ type: "image", mime_type: "image/png", data: "iVBORw0KGgo=" }],
    },
  ],
});
export type ToolResult = Infer<typeof ToolResult>;

export const ToolProgress = frame({
  type: "tool_progress",
  doc: "A line about a tool call that is still running.",
  kind: "one-way",
  capability: "tool_progress",
  since: "1.0",
  fields: { id: id("The id of the tool_call."), text: text("What to show.") },
  examples: [{ type: "tool_progress", id: "c1", text: "asking the weather service" }],
});
export type ToolProgress = Infer<typeof ToolProgress>;

export const ToolCancel = frame({
  type: "tool_cancel",
  doc: "The host no longer wants the result of a tool call.",
  kind: "one-way",
  capability: "tool_cancel",
  since: "1.0",
  fields: { id: id("The id of the tool_call.") },
  examples: [{ type: "tool_cancel", id: "c1" }],
});
export type ToolCancel = Infer<typeof ToolCancel>;
