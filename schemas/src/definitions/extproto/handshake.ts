/** hello and hello_ack. Spec: lifecycle.md. */
import { id, integer, list, opt, sent, text } from "../../define/fields.js";
import { frame, type Infer } from "../../define/frame.js";

export const Hello = frame({
  type: "hello",
  doc: "The extension names itself. Always its first line.",
  kind: "request",
  answeredBy: "hello_ack",
  deadline: "hello",
  since: "1.0",
  fields: {
    name: id("Name of the extension, as in its manifest."),
    version: sent(text("Version of the extension."), ""),
    capabilities: opt(list("What the extension can do; see the capability registry.", text("A capability."))),
  },
  examples: [
    { type: "hello", name: "weather", version: "1.0.0", capabilities: ["commands", "tools", "panels"] },
  ],
});
export type Hello = Infer<typeof Hello>;

export const HelloAck = frame({
  type: "hello_ack",
  doc: "The host accepts the extension and says where it runs. Always the host's first line.",
  kind: "answer",
  answers: "hello",
  since: "1.0",
  fields: {
    protocol_version: integer("Major version of the protocol: 1.", { from: 1 }),
    zot_version: text("Version of the host."),
    provider: text("The active model provider."),
    model: text("The active model."),
    cwd: text("The project directory: absolute."),
    extension_dir: opt(text("The extension's own directory: absolute.")),
    data_dir: opt(text("Where the extension keeps its state: absolute.")),
    capabilities: opt(list("What the host can do; see the capability registry.", text("A capability."))),
  },
  examples: [
    {
      type: "hello_ack",
      protocol_version: 1,
      zot_version: "0.1.0",
      provider: "anthropic",
      model: "claude-sonnet-4-5",
      cwd: "/home/ada/project",
      extension_dir: "/home/ada/project/.zot/extensions/weather",
      data_dir: "/home/ada/project/.zot/extensions/weather",
      capabilities: ["tool_cancel", "tool_progress"],
    },
  ],
});
export type HelloAck = Infer<typeof HelloAck>;
