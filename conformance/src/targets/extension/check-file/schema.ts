/** The file `extproto.check.yaml`: what the author of an extension tells the kit about it. */
import Type, { type Static } from "#typebox";

const args = (description: string) =>
  Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description }));

const tool = Type.Object(
  {
    valid: args("Arguments of a call that the tool can carry out; made from its schema unless given."),
    minimal: args("The fewest arguments that the tool takes; made from its schema unless given."),
    invalid: args("Arguments that the tool refuses with an error result; made from its schema unless given."),
  },
  { additionalProperties: false, description: "Arguments for one tool." },
);

const command = Type.Object(
  { args: Type.Optional(Type.String({ description: "What the user types behind the name." })) },
  { additionalProperties: false, description: "How to invoke one command." },
);

const consent = (what: string) =>
  Type.Optional(
    Type.Union([Type.Boolean(), Type.Array(Type.String())], {
      description: `Whether the kit may run the ${what} of this extension; a list allows only those that it names.`,
    }),
  );

/** The shape of `extproto.check.yaml`. */
export const checkFileSchema = Type.Object(
  {
    allow_tools: consent("tools"),
    allow_commands: consent("commands"),
    tools: Type.Optional(Type.Record(Type.String(), tool, { description: "By the name of the tool." })),
    commands: Type.Optional(
      Type.Record(Type.String(), command, { description: "By the name of the command, without the slash." }),
    ),
    tool_timeout: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 600,
        description: "Seconds that a tool or command may take; 10 unless given. The command line wins.",
      }),
    ),
    env: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: "Environment variables that the extension needs; never put secrets here.",
      }),
    ),
    inherit_env: Type.Optional(
      Type.Array(Type.String(), {
        description: "Names of variables of the kit's own environment that the extension is to get.",
      }),
    ),
  },
  {
    $id: "https://extproto.dev/schemas/extproto.check.schema.json",
    title: "extproto.check.yaml",
    description: "What the author of an extension tells `extproto check` about it.",
    additionalProperties: false,
  },
);

/** A check file that was read. */
export type CheckFile = Static<typeof checkFileSchema>;
