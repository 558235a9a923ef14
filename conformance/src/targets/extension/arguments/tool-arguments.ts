/** Arguments for a tool, made from the schema that it registered. */
import { isObject, type Json, type JsonObject } from "./json.js";
import { resolve } from "./resolve.js";
import { sample, typeOf } from "./sample.js";
import { satisfies } from "./satisfies.js";

/** What a case can ask for with `{ $args: ... }`. */
export type ArgumentKind = "valid" | "minimal" | "invalid";

/** Arguments for one tool. */
export interface ToolArguments {
  /** Every property that the schema names, each with a value that meets it. */
  readonly valid: JsonObject;
  /** Only what the schema requires. */
  readonly minimal: JsonObject;
  /**
   * Arguments that the schema forbids: the first required one is missing or, where none is required, the
   * first has the wrong type. Absent where the schema takes every object.
   */
  readonly invalid?: JsonObject;
  /** The required argument that `invalid` lacks; absent where it is wrong in another way. */
  readonly lacks?: string;
}

/**
 * Arguments from a tool's schema. A tool without a schema takes any object.
 *
 * @example
 * ```ts
 * toolArguments({ type: "object", properties: { city: { type: "string" } }, required: ["city"] });
 * // { valid: { city: "example" }, minimal: { city: "example" }, invalid: {}, lacks: "city" }
 * ```
 */
export function toolArguments(schema: unknown): ToolArguments {
  const root: JsonObject = isObject(schema) ? schema : {};
  const rules: JsonObject = { ...root, type: "object" };
  const valid = asObject(sample(rules, root, "full"));
  const minimal = asObject(sample(rules, root, "minimal"));
  const wrong = invalidFrom(valid, rules, root);
  return { valid, minimal, ...wrong };
}

function asObject(value: Json): JsonObject {
  return isObject(value) ? value : {};
}

function invalidFrom(
  valid: JsonObject,
  rules: JsonObject,
  root: JsonObject,
): { invalid: JsonObject; lacks?: string } | undefined {
  const resolved = resolve(rules, root);
  const required = Array.isArray(resolved.required) ? resolved.required.map(String) : [];
  for (const name of required) {
    const { [name]: _, ...rest } = valid;
    if (!satisfies(rest, rules, root)) return { invalid: rest, lacks: name };
  }
  const properties = isObject(resolved.properties) ? resolved.properties : {};
  for (const [name, schema] of Object.entries(properties)) {
    const wrong = wrongType(resolve(schema, root));
    const candidate = { ...valid, [name]: wrong };
    if (!satisfies(candidate, rules, root)) return { invalid: candidate };
  }
  return undefined;
}

function wrongType(rules: JsonObject): Json {
  return typeOf(rules) === "object" ? "not an object" : { unexpected: true };
}
