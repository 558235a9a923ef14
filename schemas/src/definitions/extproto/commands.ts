/** Slash commands and what their answers make the host do. Spec: commands.md. */
import { id, of, opt, sent, text } from "../../define/fields.js";
import { frame, type Infer, taggedFrame } from "../../define/frame.js";
import { Panel } from "./panels.js";

export const CommandInvoked = frame({
  type: "command_invoked",
  doc: "The user ran a slash command of this extension.",
  kind: "request",
  answeredBy: "command_response",
  deadline: "command",
  since: "1.0",
  fields: {
    id: id("Correlates the answer."),
    name: id("Name of the command, without the slash."),
    args: opt(text("What the user typed after the name, trimmed; absent where there is nothing.")),
  },
  examples: [{ type: "command_invoked", id: "k1", name: "weather", args: "berlin" }],
});
export type CommandInvoked = Infer<typeof CommandInvoked>;

export const CommandResponse = taggedFrame({
  type: "command_response",
  doc: "Says what the host does next.",
  kind: "answer",
  answers: "command_invoked",
  since: "1.0",
  tag: "action",
  tagDoc: "What the host does.",
  tagDefault: "noop",
  common: {
    id: id("The id of the command_invoked."),
    error: opt(text("An error for the user. When it is not empty, the action is not performed.")),
  },
  variants: {
    prompt: {
      doc: "Submits a user message.",
      fields: { prompt: sent(text("The message."), "") },
      examples: [
        {
          type: "command_response",
          id: "k1",
          action: "prompt",
          prompt: "Show today's weather for Berlin in one line.",
        },
      ],
    },
    insert: {
      doc: "Puts text into the editor without submitting it.",
      fields: { insert: sent(text("The text."), "") },
      examples: [{ type: "command_response", id: "k1", action: "insert", insert: "Berlin" }],
    },
    display: {
      doc: "Shows a note. The model does not see it.",
      fields: { display: sent(text("The note."), "") },
      examples: [{ type: "command_response", id: "k1", action: "display", display: "16°C, fog" }],
    },
    open_panel: {
      doc: "Opens a panel of the extension.",
      fields: { open_panel: of("The panel.", Panel) },
      examples: [
        {
          type: "command_response",
          id: "k1",
          action: "open_panel",
          open_panel: { id: "todos-main", title: "Todos", lines: ["□ ship panel api"], footer: "esc close" },
        },
      ],
    },
    noop: {
      doc: "Nothing: the extension has done it itself, or it failed and says so in `error`.",
      fields: {},
      examples: [
        { type: "command_response", id: "k1", action: "noop" },
        { type: "command_response", id: "k1", action: "noop", error: "no such city" },
      ],
    },
  },
});
export type CommandResponse = Infer<typeof CommandResponse>;
