/** Dhara's JSON-RPC 2.0 messages. Spec: dhara-profile.md. */
import Type, { type Static, type TObject, type TProperties, type TUnsafe } from "typebox";
import {
  choice,
  flag,
  id,
  integer,
  type JsonObject,
  json,
  list,
  object,
  opt,
  record,
  sent,
  tagged,
  text,
} from "../define/fields.js";
import type { Frame, FrameFacts, Infer } from "../define/frame.js";

const version = sent(Type.Literal("2.0", { description: "Always 2.0." }), "2.0");

function requestId(doc: string): TUnsafe<string | number> {
  return Type.Unsafe({ type: ["string", "integer"], description: doc });
}

const correlation = requestId("Correlates the response.");

/** Defines a message with a method: a request or a notification. */
function call<const M extends string, P extends TProperties>(
  definition: FrameFacts & { method: M; fields: P; examples: readonly JsonObject[] },
): Frame<Static<TObject<{ jsonrpc: typeof version; method: Type.TLiteral<M> } & P>>> {
  const { method, fields, examples, ...facts } = definition;
  const schema = Type.Object({ jsonrpc: version, method: Type.Literal(method), ...fields });
  return {
    ...facts,
    name: method,
    tag: undefined,
    tagDefault: undefined,
    failure: undefined,
    variants: [{ name: undefined, doc: facts.doc, schema: schema as TObject, examples }],
  };
}

export const Initialize = call({
  method: "initialize",
  doc: "The host's first message: it asks for the extension's tools.",
  kind: "request",
  answeredBy: "response",
  deadline: "hello",
  since: "1.0",
  fields: {
    id: correlation,
    params: record("DharaInitialize", "What the host speaks and can do.", {
      protocolVersion: text("Version of the protocol: 0.1.0."),
      capabilities: object("What the host can do."),
      config: opt(object("The user's settings for the extension.")),
    }),
  },
  examples: [
    {
      jsonrpc: "2.0",
      method: "initialize",
      params: { protocolVersion: "0.1.0", capabilities: { tools: true } },
      id: 1,
    },
  ],
});
export type Initialize = Infer<typeof Initialize>;

export const ToolsExecute = call({
  method: "tools/execute",
  doc: "The model calls a tool.",
  kind: "request",
  answeredBy: "response",
  deadline: "dhara_tool",
  since: "1.0",
  fields: {
    id: correlation,
    params: record("DharaExecute", "The call.", {
      toolName: id("Name of the tool."),
      input: object("The arguments."),
      toolCallId: opt(id("Names the call in tools/progress and tools/cancel.")),
      context: opt(object("Where the call happens: cwd, session, turn.")),
    }),
  },
  examples: [
    {
      jsonrpc: "2.0",
      method: "tools/execute",
      params: { toolName: "hello", input: { name: "Ada" } },
      id: 2,
    },
  ],
});
export type ToolsExecute = Infer<typeof ToolsExecute>;

export const ToolsCancel = call({
  method: "tools/cancel",
  doc: "The host no longer wants the result of a call, or of all calls.",
  kind: "one-way",
  since: "1.0",
  fields: {
    params: record("DharaCancel", "Which call.", { toolCallId: opt(id("The call; absent for all calls.")) }),
  },
  examples: [{ jsonrpc: "2.0", method: "tools/cancel", params: { toolCallId: "c1" } }],
});
export type ToolsCancel = Infer<typeof ToolsCancel>;

export const CommandsExecute = call({
  method: "commands/execute",
  doc: "The user ran a command of the extension.",
  kind: "request",
  answeredBy: "response",
  deadline: "command",
  since: "1.0",
  fields: {
    id: correlation,
    params: record("DharaCommand", "The command.", {
      commandName: id("Name of the command."),
      args: opt(json("What the user typed after the name.")),
    }),
  },
  examples: [
    { jsonrpc: "2.0", method: "commands/execute", params: { commandName: "greet", args: "Ada" }, id: 4 },
  ],
});
export type CommandsExecute = Infer<typeof CommandsExecute>;

export const DharaShutdown = call({
  method: "shutdown",
  doc: "The host is about to stop the extension. Without an id it is a notification.",
  kind: "request",
  answeredBy: "response",
  deadline: "shutdown",
  since: "1.0",
  fields: { id: opt(correlation), params: opt(object("Empty.")) },
  examples: [
    { jsonrpc: "2.0", method: "shutdown", params: {}, id: 3 },
    { jsonrpc: "2.0", method: "shutdown", params: {} },
  ],
});
export type DharaShutdown = Infer<typeof DharaShutdown>;

const eventSchema = Type.Object({
  jsonrpc: version,
  method: Type.String({ pattern: "^event/.", description: "event/ and the name of the event." }),
  id: opt(requestId("Present where the host waits for a verdict.")),
  params: opt(object("What happened.")),
});

export const DharaEvent: Frame<Static<typeof eventSchema>> = {
  name: "event",
  doc: "Something happened that the extension has a hook for.",
  kind: "one-way",
  since: "1.0",
  tag: undefined,
  tagDefault: undefined,
  failure: undefined,
  variants: [
    {
      name: undefined,
      doc: "Something happened that the extension has a hook for.",
      schema: eventSchema as TObject,
      examples: [{ jsonrpc: "2.0", method: "event/turn:start", params: { turn: 1 } }],
    },
  ],
};
export type DharaEvent = Infer<typeof DharaEvent>;

export const DharaText = record("DharaText", "Text.", {
  type: Type.Literal("text"),
  text: text("The text."),
});
export const DharaImage = record("DharaImage", "An image.", {
  type: Type.Literal("image"),
  data: text("The image in base64."),
  mimeType: id("MIME type, such as image/png."),
});
export const DharaFile = record("DharaFile", "A file.", {
  type: Type.Literal("file"),
  path: text("Its path."),
  content: opt(text("Its text.")),
});
export const DharaBlock = tagged("DharaBlock", "A part of a result.", "type", [
  DharaText,
  DharaImage,
  DharaFile,
]);

export const DharaTool = record("DharaTool", "A tool.", {
  name: id("Name of the tool."),
  description: text("What the tool does, for the model."),
  parameters: opt(object("JSON Schema of the arguments.")),
  capabilities: opt(list("What a call asks to be allowed.", text("A resource and an action."))),
  returns: opt(object("JSON Schema of the result.")),
});

const results = {
  initialize: {
    doc: "The answer to initialize.",
    result: record("DharaInitialized", "Who the extension is and what it offers.", {
      protocolVersion: text("Version of the protocol."),
      name: text("Name of the extension."),
      version: text("Version of the extension."),
      tools: opt(list("The tools.", DharaTool)),
      hooks: opt(list("Events it wants.", json("A hook."))),
      commands: opt(list("Commands it offers.", json("A command."))),
    }),
    example: {
      protocolVersion: "0.1.0",
      name: "hello-world",
      version: "1.0.0",
      tools: [
        {
          name: "hello",
          description: "Say hello to someone",
          parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
        },
      ],
    },
  },
  content: {
    doc: "The answer to tools/execute and commands/execute.",
    result: record("DharaContent", "What came of the call.", {
      content: list("The result.", DharaBlock),
      isError: opt(flag("True marks the call as failed.")),
      display: opt(list("What to show the user instead.", json("A block."))),
      metadata: opt(object("For the host's log.")),
    }),
    example: { content: [{ type: "text", text: "Hello, Ada!" }], isError: false },
  },
  status: {
    doc: "The answer to shutdown.",
    result: record("DharaStatus", "The extension exits.", { status: choice("How it went.", ["ok"]) }),
    example: { status: "ok" },
  },
  verdict: {
    doc: "The answer to an event that waits for one.",
    result: record("DharaVerdict", "Whether it may happen.", {
      action: choice("The verdict.", ["allow", "block"]),
      reason: opt(text("Why not.")),
    }),
    example: { action: "block", reason: "outside business hours" },
  },
} as const;

type Results = typeof results;
type ResultOf<R extends TObject> = Static<
  TObject<{ jsonrpc: typeof version; id: typeof correlation; result: R }>
>;

/** The shapes of a response's result, by the field that only they have. */
export const resultMarks = {
  initialize: "protocolVersion",
  content: "content",
  status: "status",
  verdict: "action",
} as const;

export const DharaResponse: Frame<{ [K in keyof Results]: ResultOf<Results[K]["result"]> }[keyof Results]> = {
  name: "response",
  doc: "The answer to a request. What it answers is known by its id; a reader without memory tells the kinds apart by their fields.",
  kind: "answer",
  since: "1.0",
  tag: undefined,
  tagDefault: undefined,
  failure: undefined,
  variants: Object.entries(results).map(([name, { doc, result, example }]) => ({
    name,
    doc,
    schema: Type.Object({ jsonrpc: version, id: requestId("The id of the request."), result }) as TObject,
    examples: [{ jsonrpc: "2.0", id: 1, result: example as unknown as JsonObject }],
  })),
};
export type DharaResponse = Infer<typeof DharaResponse>;

const errorSchema = Type.Object({
  jsonrpc: version,
  id: Type.Unsafe<string | number | null>({
    type: ["string", "integer", "null"],
    description: "The id of the request; null where it could not be read.",
  }),
  error: record("DharaError", "What went wrong.", {
    code: integer("JSON-RPC error code. Only that it is an error is portable."),
    message: text("For people."),
    data: opt(json("More.")),
  }),
});

export const DharaErrorResponse: Frame<Static<typeof errorSchema>> = {
  name: "error",
  doc: "A request failed.",
  kind: "answer",
  since: "1.0",
  tag: undefined,
  tagDefault: undefined,
  failure: undefined,
  variants: [
    {
      name: undefined,
      doc: "A request failed.",
      schema: errorSchema as TObject,
      examples: [
        { jsonrpc: "2.0", id: 2, error: { code: -32001, message: "no such city" } },
        { jsonrpc: "2.0", id: null, error: { code: -32700, message: "parse error" } },
      ],
    },
  ],
};
export type DharaErrorResponse = Infer<typeof DharaErrorResponse>;

export const ToolsProgress = call({
  method: "tools/progress",
  doc: "News of a call that is still running.",
  kind: "one-way",
  since: "1.0",
  fields: {
    params: record("DharaProgress", "The news.", {
      toolCallId: id("The call."),
      update: object("What happened."),
    }),
  },
  examples: [
    {
      jsonrpc: "2.0",
      method: "tools/progress",
      params: { toolCallId: "c1", update: { type: "text_delta", delta: "half way" } },
    },
  ],
});
export type ToolsProgress = Infer<typeof ToolsProgress>;

export const dharaHostFrames = [
  Initialize,
  ToolsExecute,
  ToolsCancel,
  CommandsExecute,
  DharaEvent,
  DharaShutdown,
] as const;

export const dharaExtensionFrames = [DharaResponse, DharaErrorResponse, ToolsProgress] as const;

/** Any message of a Dhara host. */
export type DharaHostFrame = Infer<(typeof dharaHostFrames)[number]>;

/** Any message of a Dhara extension. */
export type DharaExtensionFrame = Infer<(typeof dharaExtensionFrames)[number]>;
