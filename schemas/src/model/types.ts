/** The shape of `protocol.json`: what generators, docs, lint and the kit read. */
import Type, { type Static } from "typebox";

/**
 * The type of a field.
 *
 * `object` and `json` are passed through and kept raw. `enum` and `union` are open: a reader keeps values
 * and members that it does not know.
 */
export type FieldType =
  | {
      kind: "string";
      minLength?: number;
      pattern?: string;
      encoding?: "base64";
      /** Receivers refuse what breaks these rules too; otherwise they bind the sender only. */
      strict?: true;
    }
  | { kind: "integer"; minimum?: number }
  | { kind: "number"; minimum?: number }
  | { kind: "boolean" }
  | { kind: "const"; value: string | boolean }
  | { kind: "enum"; values: string[] }
  | { kind: "object"; nullable?: true }
  | { kind: "json" }
  | { kind: "id"; nullable?: true }
  | { kind: "list"; items: FieldType }
  | { kind: "named"; name: string };

const FieldTypeSchema = Type.Unsafe<FieldType>({
  type: "object",
  properties: {
    kind: {
      enum: [
        "string",
        "integer",
        "number",
        "boolean",
        "const",
        "enum",
        "object",
        "json",
        "id",
        "list",
        "named",
      ],
    },
  },
  required: ["kind"],
});

const Field = Type.Object({
  id: Type.String({ description: "Qualified name, as the spec's `governs` lists it." }),
  name: Type.String({ description: "Name on the wire." }),
  doc: Type.String(),
  type: FieldTypeSchema,
  required: Type.Boolean({ description: "Senders always write it." }),
  default: Type.Optional(Type.Unknown({ description: "What a receiver takes where a sender left it out." })),
  capability: Type.Optional(Type.String()),
  anyAccepted: Type.Optional(
    Type.Boolean({ description: "Receivers take any JSON value; the type binds the sender only." }),
  ),
  informative: Type.Optional(Type.Boolean({ description: "No requirement governs it." })),
});
export type Field = Static<typeof Field>;

const Shape = Type.Object({
  name: Type.Optional(Type.String({ description: "Value of the tag; absent in frames with one shape." })),
  doc: Type.String(),
  capability: Type.Optional(Type.String()),
  fields: Type.Array(Field),
  examples: Type.Array(Type.Unknown()),
});
export type Shape = Static<typeof Shape>;

const FrameModel = Type.Object({
  id: Type.String({ description: "Qualified name: protocol, side, frame." }),
  name: Type.String({ description: "Value of `type` (or of `method`) on the wire." }),
  doc: Type.String(),
  kind: Type.Union([Type.Literal("one-way"), Type.Literal("request"), Type.Literal("answer")]),
  answers: Type.Optional(Type.String()),
  answeredBy: Type.Optional(Type.String()),
  deadline: Type.Optional(Type.String({ description: "Name of a deadline." })),
  capability: Type.Optional(Type.String()),
  optional: Type.Optional(Type.Boolean({ description: "A receiver may never see it." })),
  since: Type.String(),
  tag: Type.Optional(Type.String({ description: "Field whose value selects the shape; open." })),
  tagDefault: Type.Optional(Type.String({ description: "The shape that an absent or empty tag means." })),
  select: Type.Optional(
    Type.Literal("shape", { description: "The shape is told by its fields, not by a tag." }),
  ),
  shapes: Type.Array(Shape),
  failure: Type.Optional(Shape),
});
export type FrameModel = Static<typeof FrameModel>;

const NamedType = Type.Object({
  name: Type.String(),
  doc: Type.String(),
  protocol: Type.String({ description: "The protocol that uses it; extproto where several do." }),
  fields: Type.Optional(Type.Array(Field)),
  union: Type.Optional(
    Type.Object({
      tag: Type.String(),
      members: Type.Array(Type.Object({ value: Type.String(), type: Type.String() })),
    }),
  ),
});
export type NamedType = Static<typeof NamedType>;

const Side = Type.Object({
  protocol: Type.String(),
  side: Type.String(),
  doc: Type.String(),
  frames: Type.Array(FrameModel),
});
export type Side = Static<typeof Side>;

const DocumentModel = Type.Object({
  id: Type.String(),
  doc: Type.String(),
  since: Type.String(),
  fields: Type.Array(Field),
  examples: Type.Array(Type.Unknown()),
});
export type DocumentModel = Static<typeof DocumentModel>;

const Capability = Type.Object({ name: Type.String(), doc: Type.String(), addition: Type.Boolean() });

export const ProtocolModel = Type.Object(
  {
    format: Type.Literal(1, { description: "Version of this file's own shape." }),
    version: Type.String({ description: "Version of the specification." }),
    protocolVersion: Type.Integer({ description: "Major version on the wire." }),
    deadlines: Type.Array(Type.Object({ name: Type.String(), ms: Type.Integer(), doc: Type.String() })),
    limits: Type.Array(Type.Object({ name: Type.String(), bytes: Type.Integer(), doc: Type.String() })),
    capabilities: Type.Object({ extproto: Type.Array(Capability), rpc: Type.Array(Capability) }),
    builtins: Type.Object({ tools: Type.Array(Type.String()), commands: Type.Array(Type.String()) }),
    sides: Type.Array(Side),
    documents: Type.Array(DocumentModel),
    types: Type.Array(NamedType),
  },
  { title: "protocol.json", description: "The extproto protocols as data." },
);
export type ProtocolModel = Static<typeof ProtocolModel>;
