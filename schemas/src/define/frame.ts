/** What a frame is: its fields, and the facts about it that fields do not tell. */
import Type, { type Static, type TLiteral, type TObject, type TProperties } from "typebox";
import type { JsonObject, TSchema } from "./fields.js";

/**
 * How a frame takes part in an exchange: `one-way` gets no answer, a `request` gets exactly one,
 * an `answer` echoes the id of its request.
 */
export type FrameKind = "one-way" | "request" | "answer";

/** The facts of a frame that its fields do not tell. */
export interface FrameFacts {
  readonly doc: string;
  readonly kind: FrameKind;
  /** The frame of the other side that answers this one. */
  readonly answeredBy?: string;
  /** The frame of the other side that this one answers. */
  readonly answers?: string;
  /** Name of the deadline (see `registries.ts`) that bounds the wait for the answer. */
  readonly deadline?: string;
  /** The capability that must have been announced before the frame is sent. */
  readonly capability?: string;
  /** The version of the spec in which the frame appeared. */
  readonly since: string;
  /** True where a receiver may not rely on ever seeing the frame. */
  readonly optional?: true;
}

/** One shape of a frame. Plain frames have one, without a name. */
export interface Variant {
  readonly name: string | undefined;
  readonly doc: string;
  readonly schema: TObject;
  readonly examples: readonly JsonObject[];
  readonly capability?: string;
}

/** A frame's definition. `T` is its TypeScript type; read it with {@link Infer}. */
export interface Frame<T = unknown> extends FrameFacts {
  readonly name: string;
  /** The field whose value selects the variant. */
  readonly tag: string | undefined;
  /** The variant that a receiver assumes when the tag is absent or empty. */
  readonly tagDefault: string | undefined;
  readonly variants: readonly Variant[];
  /** The shape of an answer that reports failure (RPC responses). */
  readonly failure: Variant | undefined;
  readonly "~static"?: T;
}

/** The TypeScript type of a frame or of a frame in a union of definitions. */
export type Infer<F> = F extends Frame<infer T> ? T : never;

type Plain<N extends string, P extends TProperties> = Static<TObject<{ type: TLiteral<N> } & P>>;

/** Defines a frame with one shape. */
export function frame<const N extends string, P extends TProperties>(
  definition: FrameFacts & {
    readonly type: N;
    readonly fields: P;
    readonly examples: readonly Plain<N, P>[];
  },
): Frame<Plain<N, P>> {
  const { type, fields, examples, ...facts } = definition;
  return {
    ...facts,
    name: type,
    tag: undefined,
    tagDefault: undefined,
    failure: undefined,
    variants: [
      {
        name: undefined,
        doc: facts.doc,
        schema: Type.Object({ type: Type.Literal(type), ...fields }) as TObject,
        examples: examples as unknown as JsonObject[],
      },
    ],
  };
}

interface VariantDefinition<P extends TProperties> {
  readonly doc: string;
  readonly fields: P;
  readonly examples: readonly JsonObject[];
  readonly capability?: string;
}

type Tagged<
  N extends string,
  Tag extends string,
  C extends TProperties,
  V extends Record<string, TProperties>,
> = {
  [K in keyof V & string]: Static<TObject<{ type: TLiteral<N> } & { [P in Tag]: TLiteral<K> } & C & V[K]>>;
}[keyof V & string];

/** Defines a frame whose shape depends on the value of the field `tag`. */
export function taggedFrame<
  const N extends string,
  const Tag extends string,
  C extends TProperties,
  V extends Record<string, TProperties>,
>(
  definition: FrameFacts & {
    readonly type: N;
    readonly tag: Tag;
    readonly tagDoc: string;
    readonly tagDefault?: NoInfer<keyof V & string>;
    readonly common: C;
    readonly variants: { readonly [K in keyof V]: VariantDefinition<V[K]> };
  },
): Frame<Tagged<N, Tag, C, V>> {
  const { type, tag, tagDoc, tagDefault, common, variants, ...facts } = definition;
  return {
    ...facts,
    name: type,
    tag,
    tagDefault,
    failure: undefined,
    variants: Object.entries<VariantDefinition<TProperties>>(variants).map(([name, variant]) => ({
      name,
      doc: variant.doc,
      ...(variant.capability === undefined ? {} : { capability: variant.capability }),
      schema: Type.Object({
        type: Type.Literal(type),
        [tag]: Type.Literal(name, { description: tagDoc }),
        ...common,
        ...variant.fields,
      } as TProperties) as TObject,
      examples: variant.examples,
    })),
  };
}

/** A JSON document that is not a frame: a manifest, a message. */
export interface Document<T = unknown> {
  readonly name: string;
  readonly protocol: string;
  readonly doc: string;
  readonly since: string;
  readonly schema: TObject;
  readonly examples: readonly JsonObject[];
  readonly "~static"?: T;
}

/** The TypeScript type of a document. */
export type InferDocument<D> = D extends Document<infer T> ? T : never;

/** Defines a document. */
export function document<P extends TProperties>(definition: {
  readonly name: string;
  readonly protocol: string;
  readonly doc: string;
  readonly since: string;
  readonly fields: P;
  readonly examples: readonly Static<TObject<P>>[];
}): Document<Static<TObject<P>>> {
  const { fields, examples, ...rest } = definition;
  return { ...rest, schema: Type.Object(fields) as TObject, examples: examples as unknown as JsonObject[] };
}

export type { TSchema };
