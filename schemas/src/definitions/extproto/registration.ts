/** What an extension offers and wants: commands, tools, subscriptions, ready. Spec: registration.md. */
import { choice, id, list, object, opt, sent, text } from "../../define/fields.js";
import { frame, type Infer } from "../../define/frame.js";
import { eventNames, interceptNames } from "../registries.js";

export const RegisterCommand = frame({
  type: "register_command",
  doc: "Offers a slash command.",
  kind: "one-way",
  since: "1.0",
  fields: {
    name: id("Name of the command, without the slash.", { pattern: "^[A-Za-z0-9_-]+$" }),
    description: opt(text("One line for the user.")),
  },
  examples: [{ type: "register_command", name: "weather", description: "current weather for a city" }],
});
export type RegisterCommand = Infer<typeof RegisterCommand>;

export const RegisterTool = frame({
  type: "register_tool",
  doc: "Offers a tool to the model.",
  kind: "one-way",
  since: "1.0",
  fields: {
    name: id("Name of the tool.", { pattern: "^[A-Za-z0-9_-]{1,64}$" }),
    description: sent(text("What the tool does, for the model."), ""),
    schema: sent(object("JSON Schema of the arguments, of type object."), { type: "object" }),
  },
  examples: [
    {
      type: "register_tool",
      name: "weather",
      description: "Get the current weather for a city.",
      schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    },
  ],
});
export type RegisterTool = Infer<typeof RegisterTool>;

export const UnregisterTool = frame({
  type: "unregister_tool",
  doc: "Takes a tool back.",
  kind: "one-way",
  capability: "dynamic_tools",
  since: "1.0",
  fields: { name: id("Name of a tool that this extension registered.") },
  examples: [{ type: "unregister_tool", name: "weather" }],
});
export type UnregisterTool = Infer<typeof UnregisterTool>;

export const Ready = frame({
  type: "ready",
  doc: "All initial registrations have been sent.",
  kind: "one-way",
  since: "1.0",
  fields: {},
  examples: [{ type: "ready" }],
});
export type Ready = Infer<typeof Ready>;

export const Subscribe = frame({
  type: "subscribe",
  doc: "Names the events that the extension observes and those that it intercepts.",
  kind: "one-way",
  since: "1.0",
  fields: {
    events: opt(list("Events to observe.", choice("An event.", eventNames))),
    intercept: opt(list("Events to intercept.", choice("An interceptable event.", interceptNames))),
    on_failure: opt(
      choice(
        "What happens to the intercepted action when this extension fails to answer.",
        ["allow", "block"],
        {
          capability: "on_failure",
        },
      ),
    ),
  },
  examples: [
    {
      type: "subscribe",
      events: ["session_start", "turn_start", "tool_call", "turn_end", "assistant_message"],
      intercept: ["tool_call", "turn_start", "assistant_message"],
    },
    { type: "subscribe", intercept: ["tool_call"], on_failure: "block" },
  ],
});
export type Subscribe = Infer<typeof Subscribe>;
