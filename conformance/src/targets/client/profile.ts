/** What a profile says about an RPC client, as a schema: the loader checks it and the reference is made from it. */
import Type, { type Static } from "#typebox";

/** An RPC client: a program that starts a server, submits one prompt, waits for its end and ends itself. */
export const ClientProfile = Type.Object(
  {
    name: Type.String({ minLength: 1, description: "What the client is called in reports." }),
    version: Type.Optional(Type.String({ description: "Its version, for reports." })),
    command: Type.Array(Type.String(), {
      minItems: 1,
      description:
        "Program and arguments that submit one prompt; `{prompt}` stands for its text, `{server}` for the program of the server. A word that begins with `./` or `../` is relative to the profile.",
    }),
    server: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          "Name under which the client finds its server on PATH: the kit puts its own there. `extproto-host` unless given.",
      }),
    ),
    env: Type.Optional(
      Type.Unsafe<Readonly<Record<string, string>>>({
        type: "object",
        additionalProperties: { type: "string" },
        description: "Variables for the client; `{server}` stands for the program of the server.",
      }),
    ),
    lacks: Type.Optional(
      Type.Array(Type.String(), {
        description: "What it does not do: `hello` (it never greets), `token` (it never sets a token).",
      }),
    ),
  },
  { additionalProperties: false, description: "A profile of an RPC client." },
);

/** A profile as it is written. */
export type ClientProfile = Static<typeof ClientProfile>;
