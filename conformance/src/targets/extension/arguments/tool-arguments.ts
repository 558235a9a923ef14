/** Arguments for a tool, made from the schema that it registered. */
import { isObject, type Json, type JsonObject } from "./json.js";
import { resolve } from "./resolve.js";
import { sample, typeOf } from "./sample.js";
import { satisfies } from "./satisfies.js";
import { validatorFor } from "./validator.js";

/** What a case can ask for with `{ $args: ... }`. */
export type ArgumentKind = "valid" | "minimal" | "invalid";

/** Arguments for one tool. */
export interface ToolArguments {
  /** Every property that the schema names, each with a value that meets it; absent where none could be made. */
  readonly valid?: JsonObject;
  /** Only what the schema requires; absent where none could be made. */
  readonly minimal?: JsonObject;
  /**
   * Arguments that the schema forbids: the first required one is missing or, where none is required, the
   * first has the wrong type. Absent where the schema takes every object.
   */
  readonly invalid?: JsonObject;
  /** The required argument that `invalid` lacks; absent where it is wrong in another way. */
  readonly lacks?: string;
}

/**
 * Arguments from a tool's schema, each held against the schema before it is given out. A tool without a schema
 * takes any object.
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
  const full = asObject(sample(rules, root, "full"));
  const least = asObject(sample(rules, root, "minimal"));
  const validator = validatorFor(rules, [full, least]);
  // A schema that no validator can be made for is followed as far as its keywords are known.
  if (validator === undefined)
    return {
      valid: full,
      minimal: least,
      ...invalidFrom(full, rules, (value) => !satisfies(value, rules, root)),
    };
  const refused = (value: JsonObject) => !validator(value);
  // Optional properties may exclude each other, and what is required may need an optional one beside it.
  const valid = [full, least].find(validator);
  const minimal = [least, full].find(validator);
  if (valid !== undefined && minimal !== undefined)
    return { valid, minimal, ...invalidFrom(valid, rules, refused) };
  // Arguments that are wrong in other ways too do not show what is said of the one that is missing.
  const { invalid } = invalidFrom(full, rules, refused) ?? {};
  return invalid === undefined ? {} : { invalid };
}

function asObject(value: Json): JsonObject {
  return isObject(value) ? value : {};
}

function invalidFrom(
  base: JsonObject,
  rules: JsonObject,
  refused: (value: JsonObject) => boolean,
): { invalid: JsonObject; lacks?: string } | undefined {
  const resolved = resolve(rules, rules);
  const required = Array.isArray(resolved.required) ? resolved.required.map(String) : [];
  for (const name of required) {
    const { [name]: _, ...rest } = base;
    if (refused(rest)) return { invalid: rest, lacks: name };
  }
  const properties = isObject(resolved.properties) ? resolved.properties : {};
  for (const [name, schema] of Object.entries(properties)) {
    const candidate = { ...base, [name]: wrongType(resolve(schema, rules)) };
    if (refused(candidate)) return { invalid: candidate };
  }
  return refused({}) ? { invalid: {} } : undefined;
}

function wrongType(rules: JsonObject): Json {
  return typeOf(rules) === "object" ? "not an object" : { unexpected: true };
}
