/**
 * The field types that frame definitions are written in: TypeBox types plus one annotation, `x`,
 * for what JSON Schema cannot say. Lowering (`../lower`) reads `x` and removes it.
 */
import Type, { type Static, type TOptional, type TSchema, type TUnsafe } from "typebox";

/** Exists for the compiler only; see {@link UnknownValue}. */
export declare enum Unknown {
  Value = "\0unknown",
}

/**
 * A string that this version of the protocol does not know: a future enum value or block type.
 *
 * To the compiler it is one opaque constant, so that a `switch` on the known values narrows and still needs a
 * `default`, and no sender can write it. At run time it is whatever string came.
 */
export type UnknownValue = Unknown.Value;

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** Any JSON object. The protocol passes it through and does not look inside. */
export type JsonObject = { [key: string]: JsonValue };

/** What a definition says beyond JSON Schema. */
export interface Annotations {
  /** Name of the type, for `$defs` and for generated SDKs. */
  readonly name?: string;
  /** Known values of an open enum: senders keep to them, receivers take any string. */
  readonly open?: readonly string[];
  /** Keywords that bind the sender only. */
  readonly emit?: { readonly pattern?: string; readonly minLength?: number; readonly minimum?: number };
  /** Receivers take any value here and decide for themselves: `type` binds the sender only. */
  readonly anyAccepted?: true;
  /** Senders always write the field; receivers that miss it take this value. */
  readonly lenient?: { readonly default: JsonValue };
  /** A union whose members are told apart by the value of one field. */
  readonly union?: { readonly tag: string; readonly variants: readonly TSchema[] };
  /** The capability that the field belongs to. */
  readonly capability?: string;
  /** No requirement of the spec governs the field: it is for people to read. */
  readonly informative?: true;
}

/** The annotation of a schema, empty where there is none. */
export function annotations(schema: TSchema): Annotations {
  return ((schema as { x?: Annotations }).x ?? {}) as Annotations;
}

interface FieldOptions {
  readonly capability?: string;
  readonly informative?: true;
}

function annotate(
  doc: string,
  x: Annotations,
  options: FieldOptions = {},
): { description: string; x?: Annotations } {
  const all = { ...x, ...options };
  return Object.keys(all).length === 0 ? { description: doc } : { description: doc, x: all };
}

/** A string. `pattern` and `minLength` bind senders only; use {@link id} where receivers insist too. */
export function text(doc: string, options: FieldOptions & { pattern?: string; minLength?: number } = {}) {
  const { pattern, minLength, ...rest } = options;
  const emit = {
    ...(pattern === undefined ? {} : { pattern }),
    ...(minLength === undefined ? {} : { minLength }),
  };
  return Type.String(annotate(doc, Object.keys(emit).length === 0 ? {} : { emit }, rest));
}

/** A non-empty string, on which receivers insist as well: ids and names. */
export function id(doc: string, options: FieldOptions & { pattern?: string } = {}) {
  const { pattern, ...rest } = options;
  return Type.String({
    minLength: 1,
    ...annotate(doc, pattern === undefined ? {} : { emit: { pattern } }, rest),
  });
}

/**
 * Base64 with the standard alphabet and padding. The pattern is one loop over one class, because a group in a
 * loop overflows the stack of common engines at a few megabytes; that the length fits is for the decoder to say.
 */
export function base64(doc: string) {
  return Type.String({
    contentEncoding: "base64",
    ...annotate(doc, {
      emit: { pattern: "^[A-Za-z0-9+/]*={0,2}$" },
    }),
  });
}

/** A point in time, RFC 3339. */
export function time(doc: string) {
  return text(doc, {
    pattern:
      "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})$",
  });
}

/** An integer; `from` is the least value a sender may write. */
export function integer(doc: string, options: FieldOptions & { from?: number } = {}) {
  const { from, ...rest } = options;
  return Type.Integer(annotate(doc, from === undefined ? {} : { emit: { minimum: from } }, rest));
}

/** A number, not negative when sent. */
export function amount(doc: string) {
  return Type.Number(annotate(doc, { emit: { minimum: 0 } }));
}

/** A boolean. */
export function flag(doc: string, options: FieldOptions = {}) {
  return Type.Boolean(annotate(doc, {}, options));
}

/** The value true, the only one this field ever has. */
export function yes(doc: string) {
  return Type.Literal(true, { description: doc });
}

/** One of some known values; receivers treat others as unknown, not as an error. */
export function choice<const V extends readonly string[]>(
  doc: string,
  values: V,
  options: FieldOptions = {},
): TUnsafe<V[number] | UnknownValue> {
  return Type.Unsafe({ type: "string", ...annotate(doc, { open: values }, options) });
}

/** A list. */
export function list<T extends TSchema>(doc: string, items: T, options: FieldOptions = {}) {
  return Type.Array(items, annotate(doc, {}, options));
}

/** A JSON object that the protocol does not look into. */
export function object(doc: string, options: FieldOptions = {}): TUnsafe<JsonObject> {
  return Type.Unsafe({ type: "object", ...annotate(doc, {}, options) });
}

/** A JSON object when sent. Receivers take any value and treat one that is not an object as the spec says. */
export function objectIfValid(doc: string): TUnsafe<JsonValue> {
  return Type.Unsafe({ type: "object", ...annotate(doc, { anyAccepted: true }) });
}

/** A JSON object, or null where there is none. The one place where null is a value. */
export function objectOrNull(doc: string): TUnsafe<JsonObject | null> {
  return Type.Unsafe({ type: ["object", "null"], ...annotate(doc, {}) });
}

/** Any JSON value. */
export function json(doc: string): TUnsafe<JsonValue> {
  return Type.Unsafe({ ...annotate(doc, {}) });
}

/** The field may be absent. On the wire, null is never sent and reads as absent. */
export function opt<T extends TSchema>(field: T) {
  return Type.Optional(field);
}

/**
 * Senders always write the field; a receiver that misses it goes on with `value`.
 * So a decoded frame always has it.
 */
export function sent<T extends TSchema>(field: T, value: JsonValue & Static<T>): T {
  return { ...field, x: { ...annotations(field), lenient: { default: value } } };
}

/** A named object type. */
export function record<P extends Type.TProperties>(name: string, doc: string, properties: P) {
  return Type.Object(properties, annotate(doc, { name }));
}

/** A value of a named type, with a doc text of its own at this place. */
export function of<T extends TSchema>(doc: string, type: T, options: FieldOptions = {}): T {
  return { ...type, description: doc, x: { ...annotations(type), ...options } };
}

/** A union of named types, told apart by `tag`; members from the future are kept as they are. */
export function tagged<const Tag extends string, V extends readonly TSchema[]>(
  name: string,
  doc: string,
  tag: Tag,
  variants: V,
): TUnsafe<Static<V[number]> | { [P in Tag]: UnknownValue }> {
  return Type.Unsafe({ ...annotate(doc, { name, union: { tag, variants } }) });
}

export type { Static, TOptional, TSchema };
