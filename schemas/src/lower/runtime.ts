/**
 * Definitions -> the schemas that the ahead-of-time validators are compiled from.
 *
 * They judge the same things as the published ones, arranged for speed and for precise errors:
 * one schema a variant, because the decoder dispatches on the type and tag first; unions as a chain of
 * if/then, because that reports the one branch that was meant; no null and no missing fields, because the
 * decoder repairs those on the slow path and tries again (see `decode/repair.ts`).
 */
import { annotations, type TSchema } from "../define/fields.js";
import type { Frame, Variant } from "../define/frame.js";
import { type JsonSchema, type Mode, type Source, scalar } from "./json-schema.js";

function unionChain(tag: string, variants: readonly TSchema[], mode: Mode): JsonSchema {
  const known = variants.map((variant) => String((variant as Source).properties?.[tag]?.const));
  let chain: JsonSchema | undefined =
    mode === "emit" ? { properties: { [tag]: { enum: known } } } : undefined;
  for (const variant of [...variants].reverse()) {
    const value = (variant as Source).properties?.[tag]?.const;
    chain = {
      if: { properties: { [tag]: { const: value } }, required: [tag] },
      // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
      then: objectBody(variant as Source, mode, [tag]),
      ...(chain === undefined ? {} : { else: chain }),
    };
  }
  return { type: "object", properties: { [tag]: { type: "string" } }, required: [tag], ...chain };
}

function objectBody(source: Source, mode: Mode, skip: readonly string[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, field] of Object.entries(source.properties ?? {})) {
    if (!skip.includes(name)) properties[name] = runtimeField(field as TSchema, mode);
  }
  const required = (source.required ?? []).filter((name) => !skip.includes(name));
  return { properties, ...(required.length === 0 ? {} : { required }) };
}

function runtimeField(schema: TSchema, mode: Mode): JsonSchema {
  const source = schema as Source;
  const { open, emit, union, anyAccepted } = annotations(schema);
  if (anyAccepted && mode === "accept") return {};
  if (union !== undefined) return unionChain(union.tag, union.variants, mode);
  if (source.type === "object" && source.properties !== undefined) {
    return { type: "object", ...objectBody(source, mode, []) };
  }
  if (source.type === "array") return { type: "array", items: runtimeField(source.items as TSchema, mode) };
  if (open !== undefined) return mode === "emit" ? { type: "string", enum: [...open] } : { type: "string" };
  const { contentEncoding: _annotation, ...keywords } = scalar(source);
  return { ...keywords, ...(mode === "emit" ? emit : {}) };
}

/** The schema of one variant, without the fields that the decoder has already looked at. */
export function runtimeVariant(frame: Frame, variant: Variant, mode: Mode): JsonSchema {
  const source = variant.schema as Source;
  const dispatched = source.properties?.type === undefined ? [] : ["type"];
  if (frame.tag !== undefined && variant !== frame.failure) dispatched.push(frame.tag);
  return { type: "object", ...objectBody(source, mode, dispatched) };
}

/** The schema of a document. */
export function runtimeDocument(schema: TSchema, mode: Mode): JsonSchema {
  return { type: "object", ...objectBody(schema as Source, mode, []) };
}
