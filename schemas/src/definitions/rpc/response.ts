/** The answer to an RPC command: one envelope, and the data that each command returns. Spec: rpc.md. */
import Type, { type Static as StaticOf, type TLiteral, type TObject, type TProperties } from "typebox";
import {
  choice,
  flag,
  id,
  integer,
  type JsonObject,
  list,
  of,
  opt,
  record,
  type Static,
  text,
  yes,
} from "../../define/fields.js";
import type { Frame, Infer, Variant } from "../../define/frame.js";
import { Message, Model, Usage } from "./messages.js";

export const CommandInfo = record("CommandInfo", "A slash command.", {
  name: id("Name of the command, without the slash."),
  description: opt(text("One line for the user.")),
  extension: opt(text("The extension that offers it; absent for built-in commands.")),
});
export type CommandInfo = Static<typeof CommandInfo>;

export const ExtensionInfo = record("ExtensionInfo", "An extension and its state.", {
  name: id("Name of the extension."),
  version: opt(text("Its version.")),
  description: opt(text("One line for the user.")),
  state: choice("How it fares.", ["starting", "ready", "disabled", "failed", "stopped"]),
  scope: choice("Where it was found.", ["explicit", "project", "global"]),
  dir: text("Its directory: absolute."),
  commands: list("Slash commands it offers.", text("A name.")),
  tools: list("Tools it offers.", text("A name.")),
  error: opt(text("The last error.")),
});
export type ExtensionInfo = Static<typeof ExtensionInfo>;

export const ReloadError = record("ReloadError", "An extension that did not come back.", {
  extension: text("Name of the extension, or its directory where the manifest cannot be read."),
  message: text("What went wrong."),
});
export type ReloadError = Static<typeof ReloadError>;

const started = { started: yes("The work has started.") };

/** What each command's response carries in `data`. `optional` data need not be there. */
const dataOf = {
  hello: record("HelloData", "Who the server is.", {
    protocol_version: integer("Major version of the protocol: 1.", { from: 1 }),
    version: text("Version of the server."),
    provider: text("The active model provider."),
    model: text("The active model."),
    capabilities: opt(list("What the server can do beyond the ten commands.", text("A capability."))),
  }),
  prompt: record("PromptData", "The prompt has started.", started),
  abort: undefined,
  compact: record("CompactData", "The compaction has started.", started),
  get_state: record("StateData", "A snapshot of the runtime.", {
    provider: text("The active model provider."),
    model: text("The active model."),
    cwd: text("The project directory: absolute."),
    message_count: integer("Messages in the transcript.", { from: 0 }),
    busy: flag("True while a prompt or a compaction runs."),
    usage: of("Tokens and cost so far.", Usage),
  }),
  get_messages: record("MessagesData", "The transcript.", {
    messages: list("The messages, oldest first.", Message),
  }),
  clear: undefined,
  set_model: record("SetModelData", "The model now in use.", { model: id("Id of the model.") }),
  get_models: record("ModelsData", "The models of the provider.", { models: list("The models.", Model) }),
  ping: record("PingData", "The server is there.", { pong: yes("Always true.") }),
  list_commands: record("CommandsData", "The slash commands.", {
    commands: list("The commands.", CommandInfo),
  }),
  invoke_command: record("InvokeData", "What the command did.", {
    action: choice("The action taken.", ["prompt", "insert", "display", "open_panel", "noop"]),
  }),
  panel_key: undefined,
  panel_close: undefined,
  list_extensions: record("ExtensionsData", "The extensions.", {
    extensions: list("The extensions, in load order.", ExtensionInfo),
  }),
  reload_extensions: record("ReloadData", "What the reload did.", {
    stopped: integer("Extensions that were stopped.", { from: 0 }),
    loaded: integer("Extensions that completed the handshake.", { from: 0 }),
    ready: integer("Extensions that became ready.", { from: 0 }),
    errors: list("Extensions that did not come back.", ReloadError),
  }),
  tool_approval: undefined,
} as const;

type DataOf = typeof dataOf;
type Command = keyof DataOf;

/** Commands whose data a client does not rely on: servers in the field leave it out. */
const dataMayMiss: readonly Command[] = ["compact", "set_model"];

const envelope = {
  type: Type.Literal("response"),
  id: opt(text("The id of the command; absent where the command had none.", { minLength: 1 })),
};

type Success<C extends Command> = StaticOf<
  TObject<
    {
      type: TLiteral<"response">;
      id: (typeof envelope)["id"];
      command: TLiteral<C>;
      success: TLiteral<true>;
    } & (DataOf[C] extends TObject
      ? C extends "compact" | "set_model"
        ? { data: ReturnType<typeof opt<DataOf[C]>> }
        : { data: DataOf[C] }
      : Record<never, never>)
  >
>;

const failureFields = {
  ...envelope,
  command: text("The command's type; empty where the line was not a command."),
  success: Type.Literal(false, { description: "The command failed." }),
  error: text("What went wrong.", { minLength: 1 }),
};

type Failure = StaticOf<TObject<typeof failureFields>>;

const capabilityOf: Partial<Record<Command, string>> = {
  list_commands: "slash_commands",
  invoke_command: "slash_commands",
  panel_key: "panels",
  panel_close: "panels",
  list_extensions: "extensions",
  reload_extensions: "extensions",
  tool_approval: "tool_approval",
};

const usage = { input: 1234, output: 567, cache_read: 890, cache_write: 0, cost_usd: 0.0123 };

const exampleData: Partial<Record<Command, JsonObject>> = {
  hello: { protocol_version: 1, version: "0.1.0", provider: "anthropic", model: "claude-opus-4-5" },
  prompt: { started: true },
  compact: { started: true },
  get_state: {
    provider: "anthropic",
    model: "claude-opus-4-5",
    cwd: "/home/ada/project",
    message_count: 12,
    busy: false,
    usage,
  },
  get_messages: {
    messages: [
      { role: "user", content: [{ type: "text", text: "fix it" }], time: "2026-04-19T11:30:00Z" },
      {
        role: "assistant",
        content: [{ type: "tool_call", id: "toolu_1", name: "read", args: { path: "a.go" } }],
        time: "2026-04-19T11:30:01Z",
      },
      {
        role: "tool",
        content: [
          {
            type: "tool_result",
            call_id: "toolu_1",
            is_error: false,
            content: [
              { type: "text", text: "package a" },
              { type: "image", mime_type: "image/png", bytes: 12345 },
            ],
          },
        ],
        time: "2026-04-19T11:30:02Z",
      },
    ],
  },
  set_model: { model: "claude-sonnet-4-5" },
  get_models: {
    models: [
      {
        id: "claude-sonnet-4-5",
        provider: "anthropic",
        context_window: 200000,
        max_output: 64000,
        reasoning: true,
      },
    ],
  },
  ping: { pong: true },
  list_commands: {
    commands: [{ name: "help" }, { name: "weather", description: "current weather", extension: "weather" }],
  },
  invoke_command: { action: "display" },
  list_extensions: {
    extensions: [
      {
        name: "weather",
        version: "1.0.0",
        description: "current weather",
        state: "ready",
        scope: "project",
        dir: "/home/ada/project/.zot/extensions/weather",
        commands: ["weather"],
        tools: ["weather"],
      },
      {
        name: "broken",
        state: "failed",
        scope: "global",
        dir: "/home/ada/.local/state/zot/extensions/broken",
        commands: [],
        tools: [],
        error: "exited with code 1 before hello",
      },
    ],
  },
  reload_extensions: {
    stopped: 2,
    loaded: 2,
    ready: 1,
    errors: [{ extension: "broken", message: "exited with code 1 before hello" }],
  },
};

function successVariant(command: Command): Variant {
  const data = dataOf[command];
  const payload: TProperties =
    data === undefined ? {} : { data: dataMayMiss.includes(command) ? opt(data) : data };
  const capability = capabilityOf[command];
  const example = exampleData[command];
  return {
    name: command,
    doc: `The command ${command} succeeded.`,
    ...(capability === undefined ? {} : { capability }),
    schema: Type.Object({
      ...envelope,
      command: Type.Literal(command, { description: "The command's type." }),
      success: Type.Literal(true, { description: "The command succeeded." }),
      ...payload,
    }) as TObject,
    examples: [
      {
        type: "response",
        id: "1",
        command,
        success: true,
        ...(example === undefined ? {} : { data: example }),
      },
    ],
  };
}

const failure: Variant = {
  name: "failure",
  doc: "The command failed.",
  schema: Type.Object(failureFields) as TObject,
  examples: [
    { type: "response", id: "7", command: "set_model", success: false, error: 'unknown model "x"' },
    { type: "response", command: "", success: false, error: "malformed JSON: unexpected end of input" },
  ],
};

export const Response: Frame<{ [C in Command]: Success<C> }[Command] | Failure> = {
  name: "response",
  doc: "The one answer to a command.",
  kind: "answer",
  since: "1.0",
  tag: "command",
  tagDefault: undefined,
  variants: (Object.keys(dataOf) as Command[]).map(successVariant),
  failure,
};
export type Response = Infer<typeof Response>;

/** The data of the successful response to each command. */
export type ResponseData = {
  [C in Command]: DataOf[C] extends TObject ? StaticOf<DataOf[C]> : undefined;
};
