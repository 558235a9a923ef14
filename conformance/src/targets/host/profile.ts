/** What a profile says about a host, as a schema: the loader checks it and the reference is made from it. */
import Type, { type Static } from "#typebox";
import { featureMeanings } from "./profile-words.js";

const closed = { additionalProperties: false } as const;
const words = (description: string) => Type.Array(Type.String(), { description });

function featureList(): string {
  return Object.entries(featureMeanings)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}.`)
    .join(" ");
}

const deadline = Type.Object(
  {
    default: Type.Number({ minimum: 1, description: "How long it is in milliseconds when nothing is said." }),
    args: Type.Optional(words("Arguments that set it; `{ms}` stands for the milliseconds.")),
    env: Type.Optional(
      Type.Unsafe<Readonly<Record<string, string>>>({
        type: "object",
        additionalProperties: { type: "string" },
        description: "Variables that set it; `{ms}` stands for the milliseconds.",
      }),
    ),
    absent: Type.Optional(
      Type.Boolean({ description: "The host has no such deadline; cases that need it are not run." }),
    ),
  },
  { ...closed, description: "A deadline of the host." },
);

const typing = Type.Object(
  {
    args: words("Arguments that start the host in the mode that a user types into."),
    settle: Type.Optional(
      Type.String({ description: "Pattern of the text on the screen after which the host takes input." }),
    ),
    prompt: Type.String({ description: "What is typed for a prompt; `{text}`." }),
    invoke: Type.String({ description: "What is typed for a slash command; `{name}`, `{args}`." }),
    keys: Type.Optional(
      Type.Unsafe<Readonly<Record<string, string>>>({
        type: "object",
        additionalProperties: { type: "string" },
        description:
          "What is typed for a key, by its name; `rune` for a character, `any` for all others; `{key}`.",
      }),
    ),
    reload: Type.String({ description: "What is typed to reload the extensions." }),
    quit: Type.String({ description: "What is typed to leave." }),
    fence: Type.Optional(
      Type.Object(
        {
          type: Type.String({ description: "Something harmless that is typed." }),
          shows: Type.String({ description: "Pattern of a line that shows it done." }),
        },
        { ...closed, description: "How silence is proved." },
      ),
    ),
    escape: Type.Optional(
      Type.Number({
        minimum: 0,
        description:
          "Milliseconds of silence by which the host tells the key escape from the start of another.",
      }),
    ),
    repaints: Type.Optional(
      Type.Boolean({
        description: "The host repaints its screen: control sequences are taken out of the text.",
      }),
    ),
  },
  { ...closed, description: "What is typed; needed unless user actions go over RPC." },
);

const user = Type.Object(
  {
    over: Type.Unsafe<"rpc" | "pipes" | "terminal">({
      type: "string",
      enum: ["rpc", "pipes", "terminal"],
      description: "RPC additions, or typing into plain pipes or into a terminal.",
    }),
    typing: Type.Optional(typing),
    lacks: Type.Optional(
      words(
        "What this way of driving the host cannot do: `press`, `reload`, `concurrent`, `terminal-text`, ...",
      ),
    ),
  },
  { ...closed, description: "How user actions are done." },
);

const deviation = Type.Object(
  {
    requirement: Type.String({ description: "Id of the requirement that the host is known to break." }),
    reason: Type.String({ description: "What it does instead." }),
    flaky: Type.Optional(Type.Boolean({ description: "It shows in some runs only." })),
  },
  closed,
);

/** A profile, as it stands in its file. */
export const Profile = Type.Object(
  {
    name: Type.String({ minLength: 1, description: "Name of the host, for reports." }),
    version: Type.Optional(
      Type.String({ description: "Version of the host that the profile was written for." }),
    ),
    command: Type.Array(Type.String(), {
      minItems: 1,
      description:
        "The program and its first arguments. `{node}` is this Node; a path that begins with `./` or `../` is relative to the profile.",
    }),
    args: Type.Optional(words("Arguments of every start but those of `user runs`: model, key, address.")),
    rpc: Type.Optional(
      Type.Object(
        {
          args: words("Arguments that start the RPC server."),
          additions: Type.Optional(words("RPC capabilities that it announces.")),
        },
        { ...closed, description: "Absent: the host has no RPC server." },
      ),
    ),
    user: Type.Optional(user),
    runs: Type.Optional(
      Type.Boolean({ description: "Whether the program has the `ext` commands; `user runs` needs it." }),
    ),
    extension: words("Arguments that load one extension; `{dir}` is its folder."),
    home: Type.Optional(
      Type.String({ description: "Variable that names the zot home; `ZOT_HOME` unless given." }),
    ),
    env: Type.Optional(
      Type.Unsafe<Readonly<Record<string, string>>>({
        type: "object",
        additionalProperties: { type: "string" },
        description: "Further variables. The host inherits nothing else but PATH and the locale.",
      }),
    ),
    files: Type.Optional(
      Type.Unsafe<Readonly<Record<string, string>>>({
        type: "object",
        additionalProperties: { type: "string" },
        description:
          "Files that have to be there, by path below `zot/` (the zot home), `home/` or `cwd/`; placeholders as in `args`.",
      }),
    ),
    models: Type.Optional(
      Type.Object(
        {
          active: Type.String({ description: "The model that the arguments choose." }),
          other: Type.Optional(Type.String({ description: "Another model of the same provider." })),
          provider: Type.String({ description: "The provider that the arguments choose." }),
          key: Type.Optional(Type.String({ description: "The key that the arguments give." })),
          key_variable: Type.Optional(
            Type.String({ description: "Variable from which the host takes the key." }),
          ),
        },
        closed,
      ),
    ),
    capabilities: Type.Optional(words("What `hello_ack.capabilities` names.")),
    features: Type.Optional(
      words(
        "Further optional parts that your own cases ask for with `feature`, so that `lacks` may name them.",
      ),
    ),
    lacks: Type.Optional(
      words(
        `What the host does not have, so that the cases about it do not apply: flags, the first words of what \`user runs\`, or one of these. ${featureList()}`,
      ),
    ),
    deadlines: Type.Optional(
      Type.Unsafe<Readonly<Record<string, Static<typeof deadline>>>>({
        type: "object",
        additionalProperties: deadline,
        description: "Deadlines, by their names in the specification.",
      }),
    ),
    deviations: Type.Optional(
      Type.Array(deviation, { description: "Requirements that the host is known to break." }),
    ),
  },
  { ...closed, title: "A host profile of the extproto conformance kit" },
);

/** A profile, as it stands in its file. */
export type Profile = Static<typeof Profile>;

/** What is typed into a host. */
export type Typing = Static<typeof typing>;
