/**
 * The case file as a schema: what editors complete and the loader checks.
 *
 * `generate.ts` writes it to `case.schema.json`. Steps are checked by `read-step.ts`, whose messages know the
 * actors of the case; both read the vocabulary in `verbs.ts`.
 */
import Type, { type TSchema } from "#typebox";
import { needKinds } from "./format.js";
import { verbs } from "./verbs.js";

/** The part of a JSON Schema that the loader's own checker understands. */
export interface ShapeSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, ShapeSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | ShapeSchema;
  readonly items?: ShapeSchema;
  readonly minItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly ShapeSchema[];
}

const closed = { additionalProperties: false } as const;

function oneOf(values: readonly string[], description: string): TSchema {
  return Type.Unsafe({ type: "string", enum: [...values], description });
}

function mapOf(value: TSchema, description: string): TSchema {
  return Type.Unsafe({ type: "object", additionalProperties: value, description });
}

const text = (description: string) => Type.String({ minLength: 1, description });
const texts = (description: string) => Type.Array(text("A name."), { description });
const anyObject = (description: string) => Type.Unsafe({ type: "object", description });

const duration = Type.Union(
  [
    Type.Number({ minimum: 0, description: "Milliseconds." }),
    Type.Object(
      {
        $deadline: text("Name of a deadline of the target."),
        times: Type.Optional(Type.Number({ minimum: 0, description: "Multiplies it." })),
        plus: Type.Optional(Type.Number({ description: "Milliseconds to add." })),
      },
      closed,
    ),
  ],
  { description: "A time in milliseconds, or a deadline of the target." },
);

const need = Type.Union(
  [
    oneOf(needKinds, "Any one of this kind."),
    Type.Unsafe({
      type: "object",
      properties: Object.fromEntries(needKinds.map((kind) => [kind, text("Which one.")])),
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 1,
    }),
  ],
  { description: "Something the target has to offer." },
);

const probe = Type.Object(
  {
    name: Type.Optional(Type.String({ description: "Name in manifest and hello." })),
    version: Type.Optional(Type.String({ description: "Version in manifest and hello." })),
    capabilities: Type.Optional(texts("What hello announces.")),
    tools: Type.Optional(
      Type.Array(
        Type.Union([
          text("A tool with an open schema."),
          Type.Object(
            {
              name: text("Name of the tool."),
              description: Type.Optional(Type.String({ description: "For the model." })),
              schema: Type.Optional(anyObject("Its JSON Schema.")),
            },
            closed,
          ),
        ]),
        { description: "Tools that it registers." },
      ),
    ),
    commands: Type.Optional(
      Type.Array(
        Type.Union([
          text("A command."),
          Type.Object(
            {
              name: text("Name of the command, without the slash."),
              description: Type.Optional(Type.String({ description: "For the user." })),
            },
            closed,
          ),
        ]),
        { description: "Commands that it registers." },
      ),
    ),
    subscribe: Type.Optional(texts("Events that it observes.")),
    intercept: Type.Optional(texts("Events that it intercepts.")),
    on_failure: Type.Optional(text("`on_failure` of its subscribe frame.")),
    handshake: Type.Optional(oneOf(["auto", "manual"], "Who writes hello to ready: the kit or the steps.")),
    ready: Type.Optional(Type.Boolean({ description: "False: never sends ready." })),
    scope: Type.Optional(oneOf(["flag", "project", "global", "none"], "How the host finds it.")),
    folder: Type.Optional(text("Name of its folder.")),
    linked: Type.Optional(Type.Boolean({ description: "Its folder is a symbolic link." })),
    manifest: Type.Optional(
      Type.Union([anyObject("Fields to replace; null leaves one out."), Type.String()], {
        description: "Changes to its manifest, or the whole text of it.",
      }),
    ),
    report_env: Type.Optional(texts("Variables that its `started` event reports.")),
    optional: Type.Optional(Type.Boolean({ description: "The first step does not wait for it." })),
    shutdown: Type.Optional(
      oneOf(
        ["auto", "manual"],
        "Whether it acknowledges shutdown and exits by itself, also at the end of input.",
      ),
    ),
    survives: Type.Optional(texts("Signals that do not end it.")),
  },
  { ...closed, description: "A probe extension." },
);

const call = Type.Object(
  {
    tool: text("Name of the tool."),
    args: Type.Optional(anyObject("Its arguments.")),
    raw_args: Type.Optional(
      Type.String({ description: "The text of the arguments, as the model wrote it." }),
    ),
    id: Type.Optional(text("The model's id of the call.")),
  },
  { ...closed, description: "A tool call of the model." },
);

const turn = Type.Object(
  {
    say: Type.Optional(
      Type.Union([Type.String(), Type.Array(Type.String())], { description: "Text, or its pieces." }),
    ),
    blocks: Type.Optional(
      Type.Array(Type.String(), { description: "Several blocks of text in one answer." }),
    ),
    call: Type.Optional(call),
    calls: Type.Optional(Type.Array(call, { minItems: 1, description: "Several calls in one answer." })),
    stop: Type.Optional(text("Why the answer ends.")),
    usage: Type.Optional(anyObject("Token counts.")),
    error: Type.Optional(
      Type.Union([Type.Number({ description: "An HTTP status." }), anyObject("Status, type and message.")], {
        description: "The call fails.",
      }),
    ),
    stall: Type.Optional(oneOf(["before", "headers", "middle"], "Where the answer stops coming.")),
    pace: Type.Optional(Type.Number({ minimum: 0, description: "Milliseconds between pieces." })),
  },
  { ...closed, description: "One answer of the model." },
);

const stepOptions: Readonly<Record<string, TSchema>> = {
  as: text("Binds the frame to a name, for `$ref`, `after` and `since`."),
  after: text("Must not have come before this bound frame or labelled step."),
  "not before": Type.Object(
    { since: text("A bound frame or labelled step."), "at least": duration },
    { ...closed, description: "Earlier is a fault." },
  ),
  within: duration,
  given: Type.Boolean({ description: "A precondition: unmet, the run is dependency-failed." }),
  fence: Type.Boolean({ description: "The fence of the `never` steps before it, also of other actors." }),
  chunks: Type.Union([Type.Number({ minimum: 1 }), Type.Array(Type.String(), { minItems: 1 })], {
    description: "How many writes, or what each of them writes.",
  }),
  "may be refused": Type.Boolean({ description: "The target may be gone by now: a refusal is no fault." }),
  label: text("A name for the moment at which the step was done."),
  proves: Type.Array(text("A requirement."), { minItems: 1, description: "What this step proves." }),
  hint: text("What the author of the target should look at."),
};

/** Schemas of the options of steps, by name. */
export const optionSchemas = stepOptions as unknown as Readonly<Record<string, ShapeSchema>>;

/** Which options a kind of step has. */
export const optionsOf: Readonly<Record<string, readonly string[]>> = {
  act: ["chunks", "may be refused", "label", "proves", "hint"],
  await: ["as", "after", "not before", "within", "given", "fence", "label", "proves", "hint"],
  never: ["label", "proves", "hint"],
  wait: ["label", "proves", "hint"],
  file: ["as", "within", "label", "proves", "hint"],
  "any order": ["label", "proves", "hint"],
};

function stepSchema(): TSchema {
  const verbPattern = [...verbs.keys()].join("|");
  const bare = [...verbs.values()].filter((verb) => verb.value === "nothing").map((verb) => verb.name);
  const step = {
    type: "object",
    properties: { "any order": { $ref: "#/$defs/branches" }, ...stepOptions },
    patternProperties: { [`^[A-Za-z][\\w-]* (${verbPattern})$`]: {} },
    additionalProperties: false,
    minProperties: 1,
  };
  const branches = {
    type: "array",
    minItems: 2,
    description: "Branches that run side by side: a step, or a list of steps.",
    items: { anyOf: [{ $ref: "#/$defs/step" }, { type: "array", items: { $ref: "#/$defs/step" } }] },
  };
  return Type.Unsafe({
    $defs: {
      step: { anyOf: [step, { type: "string", pattern: `^[A-Za-z][\\w-]* (${bare.join("|")})$` }] },
      branches,
    },
  });
}

const fields = {
  title: text("What is shown to hold, as a sentence."),
  proves: Type.Array(text("Id of a requirement of the spec."), {
    minItems: 1,
    description: "The requirements that the case proves.",
  }),
  for: oneOf(["extension", "host", "client"], "What is tested."),
  needs: Type.Optional(Type.Array(need, { description: "Without these, the case does not apply." })),
  each: Type.Optional(
    oneOf(["tool", "command", "intercept", "event"], "One run for each that is registered."),
  ),
  consent: Type.Optional(oneOf(["tools"], "The case exercises tools or commands.")),
  twin: Type.Optional(text("Id of the case that shows the same exchange going well.")),
  begin: Type.Optional(oneOf(["ready", "spawned"], "Where the steps begin.")),
  roles: Type.Optional(
    mapOf(
      Type.Array(text("An actor."), { minItems: 2 }),
      "Names for actors by the order of what they receive.",
    ),
  ),
  extensions: Type.Optional(mapOf(probe, "Probe extensions, by the name that steps use.")),
  model: Type.Optional(Type.Array(turn, { description: "The answers of the model, in order." })),
  flags: Type.Optional(Type.Array(Type.String(), { description: "Further flags of the host." })),
  env: Type.Optional(mapOf(Type.String(), "Further environment variables.")),
  files: Type.Optional(mapOf(Type.String(), "Files at the start, by path below `cwd/` or `home/`.")),
  token: Type.Optional(Type.String({ description: "The RPC token of the server." })),
  deadlines: Type.Optional(
    mapOf(Type.Number({ minimum: 300 }), "Deadlines to be this long, where the target can be told so."),
  ),
};

/** The fields of a case other than its steps, for the loader. */
export const caseShape = Type.Object(
  { ...fields, steps: Type.Unsafe({ type: "array", minItems: 1 }) },
  closed,
) as unknown as ShapeSchema;

/** The schema of a case file, as it is published; `ids` are the requirements that editors complete. */
export function caseSchema(ids: readonly string[]): unknown {
  const { $defs } = stepSchema() as unknown as { $defs: unknown };
  const requirement = { type: "string", enum: [...ids], description: "Id of a requirement of the spec." };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A case of the extproto conformance kit",
    ...Type.Object(
      {
        ...fields,
        proves: Type.Unsafe({
          type: "array",
          minItems: 1,
          items: requirement,
          description: "The requirements that the case proves.",
        }),
        steps: Type.Unsafe({
          type: "array",
          minItems: 1,
          items: { $ref: "#/$defs/step" },
          description: "What happens, in order.",
        }),
      },
      closed,
    ),
    $defs,
  };
}
