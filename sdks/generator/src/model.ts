/**
 * The model that printers read: the protocols as data, resolved, and neutral to any language.
 *
 * It is plain JSON (`extproto generate --lang json` prints it), so a printer may also live outside this
 * package. What a printer has to know besides the fields is here as comments; the rules that hold for the
 * code of every language are in `printer.ts`.
 *
 * Names: `name` is always the name on the wire (`snake_case`); `typeName` is a proposal in `PascalCase`.
 * `names.ts` makes the other casings. Two kinds of type name exist:
 *
 * - `localName` is unique among the frames of one side only: `Hello` exists in `extension` and in `client`,
 *   and the frame `Usage` of `server` has the same local name as the named type `Usage`. Use it where a side
 *   becomes a module or namespace of its own (`host.ToolCall`, `host::ToolCall`).
 * - `typeName` is unique in the whole model: frames, shapes, named types and enums. Use it where everything
 *   shares one namespace (`HostToolCall` in Go, TypeScript and Java).
 */

/** Everything that is generated from. */
export interface GeneratorModel {
  /** Version of this shape; it changes when a printer has to change. */
  readonly format: 1;
  /** Version of the specification: `1.0`. */
  readonly version: string;
  /** Major version on the wire: `hello_ack.protocol_version`. */
  readonly protocolVersion: number;
  /** The protocols that are generated: `extproto`, `rpc`, or both. */
  readonly protocols: readonly GeneratorProtocol[];
  /**
   * The named types that the frames of these protocols reach, users after the types they use. A type occurs
   * once even when both protocols use it (`Panel`).
   */
  readonly types: readonly GeneratorType[];
  /** The open enums, each once. */
  readonly enums: readonly GeneratorEnum[];
  /** Deadlines as constants, in milliseconds. */
  readonly deadlines: readonly { readonly name: string; readonly ms: number; readonly doc: string }[];
  /** Limits as constants, in bytes. */
  readonly limits: readonly { readonly name: string; readonly bytes: number; readonly doc: string }[];
  /** Names that extensions cannot take. */
  readonly builtins: { readonly tools: readonly string[]; readonly commands: readonly string[] };
}

/** One protocol: `extproto` (host and extension) or `rpc` (server and client). */
export interface GeneratorProtocol {
  readonly name: ProtocolName;
  readonly doc: string;
  /** Names for `hello.capabilities` and its answer, as constants. `addition`: not in the first protocol. */
  readonly capabilities: readonly {
    readonly name: string;
    readonly doc: string;
    readonly addition: boolean;
  }[];
  /** Two of them: `extension` and `host`, or `client` and `server`. Names are unique over both protocols. */
  readonly sides: readonly GeneratorSide[];
}

/** A protocol that can be generated. */
export type ProtocolName = "extproto" | "rpc";

/**
 * What one side writes. In code it becomes a tagged union of its frames plus `Unknown`, and two functions:
 * decode a line of this side, encode a frame of this side.
 */
export interface GeneratorSide {
  /** `extension`, `host`, `client`, `server`. */
  readonly name: string;
  /** The side's qualified name: `extproto.host`. */
  readonly id: string;
  readonly doc: string;
  /** Proposed name of the union: `HostFrame`. */
  readonly typeName: string;
  readonly frames: readonly GeneratorFrame[];
}

/** One frame type: one value of the field `type`. */
export interface GeneratorFrame {
  /** Qualified name, for errors: `extproto.host.tool_call`. */
  readonly id: string;
  /** Value of the field `type`. */
  readonly name: string;
  /** Unique within the side: `ToolCall`. */
  readonly localName: string;
  /** Unique in the model: `HostToolCall`. */
  readonly typeName: string;
  readonly doc: string;
  readonly kind: "one-way" | "request" | "answer";
  /** Qualified name of the request that this frame answers; absent for the RPC `response`, which answers all. */
  readonly answers?: string;
  /** Qualified name of the frame that answers this request. */
  readonly answeredBy?: string;
  /** Name of a deadline in `GeneratorModel.deadlines`. */
  readonly deadline?: string;
  /** Only sent where this capability was agreed. */
  readonly capability?: string;
  /** A sender may leave this frame out altogether. */
  readonly optional?: true;
  /** Version of the specification that introduced it. */
  readonly since: string;
  /**
   * How the shape is told:
   * - `one`: there is one shape.
   * - `tag`: by the string in the field `tag`. A value that no shape has makes the whole frame Unknown, with
   *   that value as its variant. A tag that is missing, null or not a string is an error at `/tag`; but where
   *   `default` is given, a tag that is missing, null or empty means that shape, and is written out as it.
   */
  readonly select:
    | { readonly by: "one" }
    | { readonly by: "tag"; readonly tag: string; readonly default?: string };
  /** At least one; more than one only with `select.by` "tag". */
  readonly shapes: readonly GeneratorShape[];
  /**
   * Given for the RPC `response` only: an envelope whose `data` depends on the command. Decode it so: when
   * the field `success` is the literal `false`, the shape is `failure` and `command` may be any string;
   * otherwise `select` decides.
   */
  readonly envelope?: GeneratorEnvelope;
}

/** The RPC `response`. */
export interface GeneratorEnvelope {
  /** The shape of a response that is no success. */
  readonly failure: GeneratorShape;
  /** What each command's success carries; in the order of `shapes`. */
  readonly data: readonly {
    readonly command: string;
    /** Name of the record in the field `data`; absent where there is no data. */
    readonly type?: string;
    /** False: a success may come without data. */
    readonly required: boolean;
  }[];
}

/** One form of a frame. */
export interface GeneratorShape {
  /** Value of the frame's tag; `failure` for the failure of an envelope; absent where there is one shape. */
  readonly name?: string;
  /** Unique within the side: `EventInterceptToolCall`; the frame's own where there is one shape. */
  readonly localName: string;
  /** Unique in the model: `HostEventInterceptToolCall`. */
  readonly typeName: string;
  readonly doc: string;
  readonly capability?: string;
  /**
   * In the order in which they are written. The first is always `type`, a `const`; the tag is a `const` too.
   * No field is named `extra`: that name is free for unknown fields.
   */
  readonly fields: readonly GeneratorField[];
}

/** A field of a shape or of a record. */
export interface GeneratorField {
  /** Qualified name: `extproto.host.tool_call.args`. */
  readonly id: string;
  /** Name on the wire. */
  readonly name: string;
  /** May be empty (of `type`, for instance). */
  readonly doc: string;
  readonly type: FieldType;
  /**
   * - `required`: senders always write it; a reader refuses a frame without it. `null` is refused as well,
   *   unless the type is `nullable`.
   * - `defaulted`: senders always write it; a reader that finds it missing or null takes `default`.
   * - `optional`: may be missing; a reader takes null as missing; never written as null.
   */
  readonly presence: "required" | "defaulted" | "optional";
  /** The JSON value of a `defaulted` field. */
  readonly default?: unknown;
  /** Only sent where this capability was agreed. */
  readonly capability?: string;
  /**
   * Readers take any JSON value here and leave it to the application: decode it like `json`, whatever
   * `type` says. The type is what senders write.
   */
  readonly anyAccepted?: true;
}

/**
 * The type of a field. "Readers refuse" is what a decoder has to check; everything else binds senders, and a
 * decoder lets it pass.
 */
export type FieldType =
  | {
      readonly kind: "string";
      /** Readers refuse the empty string. */
      readonly nonEmpty?: true;
      /** Bytes in base64. Readers keep the text as it is; decoding it is for the application. */
      readonly base64?: true;
      /** What senders write (a regular expression of ECMAScript). Readers do not check it. */
      readonly senderPattern?: string;
      /** Senders never write the empty string. Readers take it. */
      readonly senderNonEmpty?: true;
    }
  /** Without a fraction: `1.0` counts. Readers refuse other numbers. Fits in 53 bits. */
  | { readonly kind: "integer"; readonly senderMinimum?: number }
  | { readonly kind: "number"; readonly senderMinimum?: number }
  | { readonly kind: "boolean" }
  /** This value and no other; readers refuse others. */
  | { readonly kind: "const"; readonly value: string | boolean }
  /** One of `GeneratorModel.enums`: a string, open. Readers keep values that they do not know. */
  | { readonly kind: "enum"; readonly name: string }
  /** Any JSON object, passed through: keep it raw. `nullable`: null is a value of its own, kept as null. */
  | { readonly kind: "object"; readonly nullable?: true }
  /** Any JSON value, passed through: keep it raw. */
  | { readonly kind: "json" }
  | { readonly kind: "list"; readonly items: FieldType }
  /** A record of `GeneratorModel.types`. */
  | { readonly kind: "record"; readonly name: string }
  /** A union of `GeneratorModel.types`. */
  | { readonly kind: "union"; readonly name: string };

/** A named type. */
export type GeneratorType = GeneratorRecord | GeneratorUnion;

/** An object with known fields; unknown ones are kept. */
export interface GeneratorRecord {
  readonly kind: "record";
  /** Unique in the model: `Panel`. */
  readonly name: string;
  readonly doc: string;
  /** The protocols whose frames reach it. */
  readonly protocols: readonly ProtocolName[];
  readonly fields: readonly GeneratorField[];
}

/**
 * Objects that are told apart by the string in the field `tag`, and an object with another value of it,
 * which is kept as it came. A tag that is missing or not a string is an error at the tag.
 */
export interface GeneratorUnion {
  readonly kind: "union";
  /** Unique in the model: `ContentBlock`. */
  readonly name: string;
  readonly doc: string;
  readonly protocols: readonly ProtocolName[];
  readonly tag: string;
  /** `type` names a record; its field `tag` is a `const` with this value. A record may be in two unions. */
  readonly members: readonly { readonly value: string; readonly type: string }[];
}

/** Strings with known values. A reader keeps others; a sender writes only these. */
export interface GeneratorEnum {
  /** Unique in the model: `StopReason`. */
  readonly name: string;
  readonly doc: string;
  readonly protocols: readonly ProtocolName[];
  readonly values: readonly string[];
}

/** The named type; throws where the model has none, which is a fault of the printer. */
export function typeNamed(model: GeneratorModel, name: string): GeneratorType {
  const found = model.types.find((type) => type.name === name);
  if (found === undefined) throw new RangeError(`the model has no type ${name}`);
  return found;
}

/** The record; throws where the model has none. */
export function recordNamed(model: GeneratorModel, name: string): GeneratorRecord {
  const found = typeNamed(model, name);
  if (found.kind !== "record") throw new RangeError(`${name} is a union, not a record`);
  return found;
}

/** The enum; throws where the model has none. */
export function enumNamed(model: GeneratorModel, name: string): GeneratorEnum {
  const found = model.enums.find((candidate) => candidate.name === name);
  if (found === undefined) throw new RangeError(`the model has no enum ${name}`);
  return found;
}

/** The shapes of a frame, the failure of an envelope included. */
export function shapesOf(frame: GeneratorFrame): readonly GeneratorShape[] {
  return frame.envelope === undefined ? frame.shapes : [...frame.shapes, frame.envelope.failure];
}
