/** The transcript as RPC shows it. Spec: rpc.md. */
import Type from "typebox";
import {
  amount,
  choice,
  flag,
  id,
  integer,
  list,
  objectOrNull,
  record,
  type Static,
  tagged,
  text,
  time,
} from "../../define/fields.js";

export const MessageText = record("MessageText", "Text.", {
  type: Type.Literal("text"),
  text: text("The text."),
});
export type MessageText = Static<typeof MessageText>;

export const MessageImage = record("MessageImage", "An image, without its bytes.", {
  type: Type.Literal("image"),
  mime_type: id("MIME type, such as image/png."),
  bytes: integer("Size of the image in bytes.", { from: 0 }),
});
export type MessageImage = Static<typeof MessageImage>;

export const MessageToolCall = record("MessageToolCall", "A tool call that the model made.", {
  type: Type.Literal("tool_call"),
  id: id("The model's id of the call."),
  name: id("Name of the tool."),
  args: objectOrNull("The model's arguments; null where they were not a JSON object."),
});
export type MessageToolCall = Static<typeof MessageToolCall>;

export const ResultBlock = tagged("ResultBlock", "A part of a tool's result.", "type", [
  MessageText,
  MessageImage,
]);
export type ResultBlock = Static<typeof ResultBlock>;

export const MessageToolResult = record("MessageToolResult", "What a tool answered.", {
  type: Type.Literal("tool_result"),
  call_id: id("The model's id of the call."),
  is_error: flag("True where the call failed."),
  content: list("The result.", ResultBlock),
});
export type MessageToolResult = Static<typeof MessageToolResult>;

export const MessageBlock = tagged("MessageBlock", "A part of a message.", "type", [
  MessageText,
  MessageImage,
  MessageToolCall,
  MessageToolResult,
]);
export type MessageBlock = Static<typeof MessageBlock>;

export const Message = record("Message", "A message of the transcript.", {
  role: choice("Who speaks; tool results have the role tool.", ["user", "assistant", "tool"]),
  content: list("The parts of the message.", MessageBlock),
  time: time("When it was added to the transcript."),
});
export type Message = Static<typeof Message>;

export const usageFields = {
  input: integer("Input tokens, cached ones aside.", { from: 0 }),
  output: integer("Output tokens.", { from: 0 }),
  cache_read: integer("Tokens read from the provider's cache.", { from: 0 }),
  cache_write: integer("Tokens written to the provider's cache.", { from: 0 }),
  cost_usd: amount("Cost in US dollars."),
};

export const Usage = record("Usage", "Tokens and cost.", usageFields);
export type Usage = Static<typeof Usage>;

export const Model = record("Model", "A model that the server knows.", {
  id: id("Id of the model."),
  provider: text("Its provider."),
  context_window: integer("Size of the context window in tokens; 0 where unknown.", { from: 0 }),
  max_output: integer("Most tokens of one answer; 0 where unknown.", { from: 0 }),
  reasoning: flag("True where the model can reason."),
});
export type Model = Static<typeof Model>;
