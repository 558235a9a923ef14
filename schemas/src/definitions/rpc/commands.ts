/** What an RPC client asks for. Spec: rpc.md, additions.md. */
import type { TProperties } from "typebox";
import { base64, choice, flag, id, list, opt, record, type Static, text } from "../../define/fields.js";
import { frame, type Infer } from "../../define/frame.js";
import { keyNames } from "../registries.js";

const correlation = { id: opt(text("Echoed in the response. Empty counts as absent.", { minLength: 1 })) };

const facts = { kind: "request", answeredBy: "response", since: "1.0" } as const;

/** A command without fields of its own. */
function bare<const N extends string>(type: N, doc: string, capability?: string) {
  return frame<N, typeof correlation>({
    type,
    doc,
    ...facts,
    ...(capability === undefined ? {} : { capability }),
    fields: correlation,
    examples: [{ type, id: "1" }] as never,
  });
}

function command<const N extends string, P extends TProperties>(definition: {
  type: N;
  doc: string;
  capability?: string;
  fields: P;
  examples: readonly Infer<ReturnType<typeof frame<N, typeof correlation & P>>>[];
}) {
  return frame<N, typeof correlation & P>({
    ...facts,
    ...definition,
    fields: { ...correlation, ...definition.fields },
  });
}

export const Image = record("Image", "An image that goes with a prompt.", {
  mime_type: id("MIME type, such as image/png."),
  data: base64("The image in base64."),
});
export type Image = Static<typeof Image>;

export const RpcHello = command({
  type: "hello",
  doc: "Opens the conversation; carries the token where the server wants one.",
  fields: { token: opt(text("The shared secret.")) },
  examples: [{ id: "0", type: "hello", token: "shared-secret" }],
});
export type RpcHello = Infer<typeof RpcHello>;

export const Prompt = command({
  type: "prompt",
  doc: "Submits a user message.",
  fields: { message: text("The message."), images: opt(list("Images that go with it.", Image)) },
  examples: [
    { id: "1", type: "prompt", message: "fix the failing test", images: [] },
    {
      id: "1",
      type: "prompt",
      message: "what is this?",
      images: [{ mime_type: "image/png", data: "iVBORw0KGgo=" }],
    },
  ],
});
export type Prompt = Infer<typeof Prompt>;

export const Abort = bare("abort", "Cancels the running prompt or compaction.");
export type Abort = Infer<typeof Abort>;

export const Compact = bare("compact", "Summarises the transcript into one message.");
export type Compact = Infer<typeof Compact>;

export const GetState = bare("get_state", "Asks for a snapshot of the runtime.");
export type GetState = Infer<typeof GetState>;

export const GetMessages = bare("get_messages", "Asks for the transcript.");
export type GetMessages = Infer<typeof GetMessages>;

export const Clear = bare("clear", "Drops the transcript.");
export type Clear = Infer<typeof Clear>;

export const SetModel = command({
  type: "set_model",
  doc: "Switches to another model of the same provider.",
  fields: { model: id("Id of the model.") },
  examples: [{ id: "7", type: "set_model", model: "claude-sonnet-4-5" }],
});
export type SetModel = Infer<typeof SetModel>;

export const GetModels = bare("get_models", "Asks for the models of the provider.");
export type GetModels = Infer<typeof GetModels>;

export const Ping = bare("ping", "Asks whether the server is there.");
export type Ping = Infer<typeof Ping>;

export const ListCommands = bare("list_commands", "Asks for the slash commands.", "slash_commands");
export type ListCommands = Infer<typeof ListCommands>;

export const InvokeCommand = command({
  type: "invoke_command",
  doc: "Runs a slash command.",
  capability: "slash_commands",
  fields: {
    name: id("Name of the command, without the slash."),
    args: opt(text("What the user typed after the name.")),
  },
  examples: [{ id: "11", type: "invoke_command", name: "weather", args: "berlin" }],
});
export type InvokeCommand = Infer<typeof InvokeCommand>;

export const RpcPanelKey = command({
  type: "panel_key",
  doc: "Sends a key to the open panel.",
  capability: "panels",
  fields: {
    panel_id: id("The panel."),
    key: choice("Normalised name of the key.", keyNames),
    text: opt(text("The typed character, where key is rune.")),
  },
  examples: [{ id: "12", type: "panel_key", panel_id: "todos-main", key: "down" }],
});
export type RpcPanelKey = Infer<typeof RpcPanelKey>;

export const RpcPanelClose = command({
  type: "panel_close",
  doc: "Closes the open panel, as Esc does in a terminal.",
  capability: "panels",
  fields: { panel_id: id("The panel.") },
  examples: [{ id: "13", type: "panel_close", panel_id: "todos-main" }],
});
export type RpcPanelClose = Infer<typeof RpcPanelClose>;

export const ListExtensions = bare(
  "list_extensions",
  "Asks for the extensions and their states.",
  "extensions",
);
export type ListExtensions = Infer<typeof ListExtensions>;

export const ReloadExtensions = bare(
  "reload_extensions",
  "Stops all extensions and starts them anew.",
  "extensions",
);
export type ReloadExtensions = Infer<typeof ReloadExtensions>;

export const ToolApproval = command({
  type: "tool_approval",
  doc: "Answers a tool_approval_request.",
  capability: "tool_approval",
  fields: {
    approval_id: id("The approval_id of the request."),
    allow: flag("True lets the tool run."),
    reason: opt(text("Why not; the model sees it.")),
  },
  examples: [
    { id: "16", type: "tool_approval", approval_id: "a1", allow: false, reason: "not on this machine" },
  ],
});
export type ToolApproval = Infer<typeof ToolApproval>;
