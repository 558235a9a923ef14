/** Follows references inside a tool's schema and folds `allOf` into one schema. */
import { isObject, type Json, type JsonObject } from "./json.js";

/**
 * A schema without `$ref` and `allOf` at its top. `true` and anything that is no schema count as `{}`, which
 * takes every value; references that lead nowhere, or in a circle, do too.
 */
export function resolve(schema: unknown, root: JsonObject, seen: readonly string[] = []): JsonObject {
  if (!isObject(schema)) return {};
  let result = schema;
  const reference = schema.$ref;
  if (typeof reference === "string") {
    if (seen.includes(reference)) return {};
    const { $ref: _, ...rest } = schema;
    result = merge(resolve(at(root, reference), root, [...seen, reference]), rest);
  }
  const parts = result.allOf;
  if (!Array.isArray(parts)) return result;
  const { allOf: _, ...rest } = result;
  return parts
    .map((part) => resolve(part, root, seen))
    .reduce((one, other) => merge(one, other), rest as JsonObject);
}

/** Whether every reference in a part of the schema leads somewhere that {@link resolve} can follow. */
export function isSelfContained(part: unknown, root: JsonObject): boolean {
  if (Array.isArray(part)) return part.every((item) => isSelfContained(item, root));
  if (!isObject(part)) return true;
  const { $ref: reference } = part;
  if (typeof reference === "string" && at(root, reference) === undefined) return false;
  return Object.values(part).every((item) => isSelfContained(item, root));
}

/** Only references within the schema itself are followed: `#` and JSON pointers behind it. */
function at(root: JsonObject, reference: string): Json | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let place: Json | undefined = root;
  for (const part of reference.slice(2).split("/")) {
    const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isObject(place) || !Object.hasOwn(place, name)) return undefined;
    place = place[name];
  }
  return place;
}

const tightest: Readonly<Record<string, (one: number, other: number) => number>> = {
  minimum: Math.max,
  exclusiveMinimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  maximum: Math.min,
  exclusiveMaximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
};

/** Both schemas at once, as far as the generator reads them. */
export function merge(one: JsonObject, other: JsonObject): JsonObject {
  const result: Record<string, Json> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = result[name];
    result[name] = before === undefined ? value : joined(name, before, value);
  }
  return result;
}

function joined(name: string, before: Json, value: Json): Json {
  const pick = tightest[name];
  if (pick && typeof before === "number" && typeof value === "number") return pick(before, value);
  if (name === "required" && Array.isArray(before) && Array.isArray(value)) {
    return [...new Set([...before, ...value])];
  }
  if (name === "properties" && isObject(before) && isObject(value)) {
    const all: Record<string, Json> = { ...before };
    for (const [property, schema] of Object.entries(value)) {
      const known = all[property];
      all[property] = isObject(known) && isObject(schema) ? { allOf: [known, schema] } : schema;
    }
    return all;
  }
  return value;
}
