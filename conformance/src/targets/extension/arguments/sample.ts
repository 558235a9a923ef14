/**
 * One value for a JSON Schema. Deterministic: the same schema always gives the same value, so a run can be
 * repeated and a report compared.
 */
import { isObject, type Json, type JsonObject, sameJson } from "./json.js";
import { merge, resolve } from "./resolve.js";
import { satisfies } from "./satisfies.js";
import { numberSample, stringSample } from "./scalar-sample.js";

/** How much the value contains: everything that the schema names, or only what it needs. */
export type Fullness = "full" | "minimal";

interface Place {
  readonly root: JsonObject;
  readonly fullness: Fullness;
  readonly depth: number;
}

/** Optional parts deeper than this are left out, so that a schema that contains itself ends. */
const deepest = 6;

/** A value that meets the schema, as far as the known keywords go. */
export function sample(schema: unknown, root: JsonObject, fullness: Fullness): Json {
  return valueFor(schema, { root, fullness, depth: 0 });
}

function valueFor(schema: unknown, place: Place): Json {
  const rules = resolve(schema, place.root);
  // What the author wrote down comes first: it is the likeliest to mean something to the tool.
  for (const written of authorsOwn(rules)) {
    if (satisfies(written, rules, place.root)) return written;
  }
  const branch = branchOf(rules, place);
  return branch ?? byType(rules, place);
}

function* authorsOwn(rules: JsonObject): Generator<Json> {
  if (rules.const !== undefined) yield rules.const;
  if (Array.isArray(rules.examples)) yield* rules.examples;
  if (rules.example !== undefined) yield rules.example;
  if (rules.default !== undefined) yield rules.default;
  if (Array.isArray(rules.enum)) yield* rules.enum;
}

/** The first branch of `anyOf` or `oneOf` whose sample, together with what stands beside it, holds. */
function branchOf(rules: JsonObject, place: Place): Json | undefined {
  for (const keyword of ["oneOf", "anyOf"]) {
    const branches = rules[keyword];
    if (!Array.isArray(branches)) continue;
    const { [keyword]: _, ...beside } = rules;
    const schemas = branches.map((branch) => merge(resolve(branch, place.root), beside));
    const values = schemas.map((branch) => valueFor(branch, { ...place, depth: place.depth + 1 }));
    // Null is what an optional value looks like in many generated schemas; a real value says more.
    const usable = values.filter((value) => satisfies(value, rules, place.root));
    return usable.find((value) => value !== null) ?? usable[0] ?? values[0];
  }
  return undefined;
}

function byType(rules: JsonObject, place: Place): Json {
  switch (typeOf(rules)) {
    case "null":
      return null;
    case "boolean":
      return true;
    case "integer":
      return numberSample(rules, true);
    case "number":
      return numberSample(rules, false);
    case "array":
      return arrayFor(rules, place);
    case "object":
      return objectFor(rules, place);
    default:
      return stringSample(rules);
  }
}

/** The named type, or the one that the other keywords speak of. */
export function typeOf(rules: JsonObject): string {
  const { type } = rules;
  if (typeof type === "string") return type;
  if (Array.isArray(type)) return String(type.find((one) => one !== "null") ?? "null");
  if (rules.properties !== undefined || rules.required !== undefined) return "object";
  if (rules.items !== undefined || rules.prefixItems !== undefined || rules.minItems !== undefined)
    return "array";
  if (
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"].some((name) => name in rules)
  ) {
    return "number";
  }
  return "string";
}

function arrayFor(rules: JsonObject, place: Place): Json {
  const { items, prefixItems, minItems, maxItems } = rules;
  const places = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const least = typeof minItems === "number" ? minItems : 0;
  const most = typeof maxItems === "number" ? maxItems : Number.POSITIVE_INFINITY;
  const wanted = place.fullness === "full" && place.depth < deepest ? Math.max(places.length, 1) : 0;
  const count = Math.min(most, Math.max(least, items === false ? places.length : wanted));
  const inner = { ...place, depth: place.depth + 1 };
  const result: Json[] = [];
  for (let index = 0; index < count; index += 1) {
    const schema = places[index] ?? (Array.isArray(items) ? {} : items);
    const value = valueFor(schema, inner);
    result.push(rules.uniqueItems === true ? distinct(value, result, schema, place.root) : value);
  }
  return result;
}

/** Another value than those before it, for lists whose items must differ. */
function distinct(value: Json, before: readonly Json[], schema: unknown, root: JsonObject): Json {
  const fresh = (other: Json) =>
    satisfies(other, schema, root) && !before.some((earlier) => sameJson(earlier, other));
  if (fresh(value)) return value;
  const listed = resolve(schema, root).enum;
  if (Array.isArray(listed)) return listed.find(fresh) ?? value;
  for (let number = 1; number < 100; number += 1) {
    const other = typeof value === "number" ? value + number : `${String(value)}${number}`;
    if (fresh(other)) return other;
  }
  return value;
}

function objectFor(rules: JsonObject, place: Place): Json {
  const properties = isObject(rules.properties) ? rules.properties : {};
  const required = Array.isArray(rules.required) ? rules.required.map(String) : [];
  const optional = place.fullness === "full" && place.depth < deepest;
  const result: Record<string, Json> = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (schema === false || !(required.includes(name) || optional)) continue;
    put(result, name, valueFor(schema, { ...place, depth: place.depth + 1 }));
  }
  for (const name of required) {
    if (Object.hasOwn(result, name) || Object.hasOwn(properties, name)) continue;
    put(result, name, valueFor(rules.additionalProperties ?? {}, { ...place, depth: place.depth + 1 }));
  }
  return result;
}

/** Also for names such as `__proto__`, which an assignment would not make a field of. */
function put(target: Record<string, Json>, name: string, value: Json): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
