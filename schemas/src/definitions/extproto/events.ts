/** Lifecycle events and their interception. Spec: events-and-interception.md. */
import { choice, flag, id, integer, object, objectIfValid, opt, text } from "../../define/fields.js";
import { frame, type Infer, taggedFrame } from "../../define/frame.js";
import { stopReasons } from "../registries.js";

const step = integer("Number of the model call within the prompt, from 1.", { from: 1 });
const toolCall = {
  tool_id: id("The model's id of the call."),
  tool_name: id("Name of the tool."),
  tool_args: object("The arguments."),
};

export const Event = taggedFrame({
  type: "event",
  doc: "Something happened that the extension subscribed to.",
  kind: "one-way",
  since: "1.0",
  tag: "event",
  tagDoc: "Name of the event.",
  common: {},
  variants: {
    session_start: {
      doc: "The session has begun. Once for each extension process.",
      fields: {},
      examples: [{ type: "event", event: "session_start" }],
    },
    turn_start: {
      doc: "A model call is about to be made.",
      fields: { step },
      examples: [{ type: "event", event: "turn_start", step: 1 }],
    },
    turn_end: {
      doc: "A model call has ended; its tools have not run yet.",
      fields: {
        stop: choice("Why the call ended.", stopReasons),
        error: opt(text("What went wrong, where stop is error.")),
      },
      examples: [
        { type: "event", event: "turn_end", stop: "end_turn" },
        { type: "event", event: "turn_end", stop: "error", error: "overloaded" },
      ],
    },
    tool_call: {
      doc: "The model wants to call a tool. The arguments are the model's own, before interception.",
      fields: toolCall,
      examples: [
        {
          type: "event",
          event: "tool_call",
          tool_id: "toolu_1",
          tool_name: "read",
          tool_args: { path: "foo.go" },
        },
      ],
    },
    assistant_message: {
      doc: "The assistant has spoken. The text is what the user sees.",
      fields: { text: opt(text("The text as shown; absent where the message has none.")) },
      examples: [{ type: "event", event: "assistant_message", text: "All tests pass." }],
    },
  },
});
export type Event = Infer<typeof Event>;

export const EventIntercept = taggedFrame({
  type: "event_intercept",
  doc: "Something is about to happen; the extension may refuse or change it.",
  kind: "request",
  answeredBy: "event_intercept_response",
  deadline: "intercept",
  since: "1.0",
  tag: "event",
  tagDoc: "Name of the event.",
  common: { id: id("Correlates the answer.") },
  variants: {
    tool_call: {
      doc: "A tool is about to run, with these arguments.",
      fields: toolCall,
      examples: [
        {
          type: "event_intercept",
          id: "i1",
          event: "tool_call",
          tool_id: "toolu_1",
          tool_name: "bash",
          tool_args: { command: "rm -rf /tmp/foo" },
        },
      ],
    },
    turn_start: {
      doc: "The model is about to be called.",
      fields: { step },
      examples: [{ type: "event_intercept", id: "i2", event: "turn_start", step: 3 }],
    },
    assistant_message: {
      doc: "The user is about to see this text.",
      fields: { text: text("The assembled text.") },
      examples: [
        {
          type: "event_intercept",
          id: "i3",
          event: "assistant_message",
          text: "here is your key: sk-ant-...",
        },
      ],
    },
  },
});
export type EventIntercept = Infer<typeof EventIntercept>;

export const EventInterceptResponse = frame({
  type: "event_intercept_response",
  doc: "Allows, refuses or changes what was about to happen. Without fields it allows.",
  kind: "answer",
  answers: "event_intercept",
  since: "1.0",
  fields: {
    id: id("The id of the event_intercept."),
    block: opt(flag("True refuses the action.")),
    reason: opt(text("Why, for the model (tool_call) or the user.")),
    modified_args: opt(objectIfValid("For tool_call: the arguments that the tool gets instead.")),
    replace_text: opt(text("For assistant_message: the text that the user sees instead.")),
  },
  examples: [
    {
      type: "event_intercept_response",
      id: "i1",
      block: true,
      reason: 'refused: matches danger pattern "rm -rf"',
    },
    { type: "event_intercept_response", id: "i1", modified_args: { command: "echo GUARDED: ls" } },
    { type: "event_intercept_response", id: "i3", replace_text: "[redacted]" },
    { type: "event_intercept_response", id: "i2" },
  ],
});
export type EventInterceptResponse = Infer<typeof EventInterceptResponse>;
