/**
 * One value for a JSON Schema. Deterministic: the same schema always gives the same value, so a run can be
 * repeated and a report compared.
 */
import { arraySample } from "./array-sample.js";
import type { Json, JsonObject } from "./json.js";
import { objectSample } from "./object-sample.js";
import { merge, resolve } from "./resolve.js";
import { satisfies } from "./satisfies.js";
import { numberSample, otherNumbers, otherStrings, stringSample } from "./scalar-sample.js";

/** How much the value contains: everything that the schema names, or only what it needs. */
export type Fullness = "full" | "minimal";

/** Where in the schema a value is made, and how the values inside it are. */
export interface Place {
  readonly root: JsonObject;
  readonly fullness: Fullness;
  readonly depth: number;
  /** Whether what may be left out is put in. */
  readonly generous: boolean;
  /** A value for a schema one level further in. */
  inner(schema: unknown): Json;
}

/** Optional parts deeper than this are left out, so that a schema that contains itself ends. */
const deepest = 6;
/** What needs itself has no end at all; nothing useful is nested deeper than this, or has more parts. */
const bottom = 40;
const mostValues = 5_000;

/** A value that meets the schema, as far as the known keywords go. */
export function sample(schema: unknown, root: JsonObject, fullness: Fullness): Json {
  return new Sampler(root).value(schema, fullness, 0);
}

class Sampler {
  readonly #root: JsonObject;
  #made = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** The first candidate that holds; where none does, the first of all. */
  value(schema: unknown, fullness: Fullness, depth: number): Json {
    this.#made += 1;
    if (depth > bottom || this.#made > mostValues) return null;
    const rules = resolve(schema, this.#root);
    // What the author wrote down comes first: it is the likeliest to mean something to the tool.
    for (const written of authorsOwn(rules)) if (this.#fits(written, rules)) return written;
    let first: Json | undefined;
    for (const candidate of this.#candidates(rules, fullness, depth)) {
      if (this.#fits(candidate, rules)) return candidate;
      first ??= candidate;
    }
    return first ?? null;
  }

  #fits(value: Json, rules: JsonObject): boolean {
    return satisfies(value, rules, this.#root);
  }

  *#candidates(rules: JsonObject, fullness: Fullness, depth: number): Generator<Json> {
    yield* this.#branches(rules, fullness, depth);
    yield* this.#conditions(rules, fullness, depth);
    const types = typesOf(rules);
    for (const type of types) yield this.#ofType(type, rules, fullness, depth);
    // The usual value may be the one that the schema forbids.
    for (const type of types) yield* this.#others(type, rules, depth);
  }

  /** The samples of the branches of `anyOf` or `oneOf`, together with what stands beside them. */
  *#branches(rules: JsonObject, fullness: Fullness, depth: number): Generator<Json> {
    for (const keyword of ["oneOf", "anyOf"]) {
      const branches = rules[keyword];
      if (!Array.isArray(branches)) continue;
      const { [keyword]: _, ...beside } = rules;
      const schemas = branches.map((branch) => merge(resolve(branch, this.#root), beside));
      // Far inside, the plain ones come first, so that a list that is linked by its items ends.
      const ordered = depth < deepest ? schemas : [...schemas].sort((one, two) => size(one) - size(two));
      // With all that one branch names, another may hold as well; with only what it needs, it does not.
      for (const much of fullness === "full" ? (["full", "minimal"] as const) : [fullness]) {
        let empty = false;
        for (const branch of ordered) {
          const value = this.value(branch, much, depth + 1);
          // Null is what an optional value looks like in many generated schemas; a real value says more.
          if (value === null && depth < deepest) empty = true;
          else yield value;
        }
        if (empty) yield null;
      }
    }
  }

  *#conditions(rules: JsonObject, fullness: Fullness, depth: number): Generator<Json> {
    const { if: condition, then: met = {}, else: unmet = {}, ...beside } = rules;
    if (condition === undefined) return;
    yield this.value({ allOf: [beside, condition, met] }, fullness, depth + 1);
    yield this.value({ allOf: [beside, unmet] }, fullness, depth + 1);
  }

  #ofType(type: string, rules: JsonObject, fullness: Fullness, depth: number): Json {
    const place: Place = {
      root: this.#root,
      fullness,
      depth,
      generous: fullness === "full" && depth < deepest,
      inner: (schema) => this.value(schema, fullness, depth + 1),
    };
    switch (type) {
      case "null":
        return null;
      case "boolean":
        return true;
      case "integer":
      case "number":
        return numberSample(rules, type === "integer");
      case "array":
        return arraySample(rules, place);
      case "object":
        return objectSample(rules, place);
      default:
        return stringSample(rules);
    }
  }

  *#others(type: string, rules: JsonObject, depth: number): Generator<Json> {
    switch (type) {
      case "boolean":
        yield false;
        return;
      case "integer":
      case "number":
        yield* otherNumbers(rules, type === "integer");
        return;
      case "array":
      case "object":
        yield this.#ofType(type, rules, "minimal", depth);
        return;
      case "string":
        yield* otherStrings(rules);
    }
  }
}

function* authorsOwn(rules: JsonObject): Generator<Json> {
  if (rules.const !== undefined) yield rules.const;
  if (Array.isArray(rules.examples)) yield* rules.examples;
  if (rules.example !== undefined) yield rules.example;
  if (rules.default !== undefined) yield rules.default;
  if (Array.isArray(rules.enum)) yield* rules.enum;
}

/** How much a value of the schema holds inside: nothing, or other values. */
function size(rules: JsonObject): number {
  return ["array", "object"].includes(typeOf(rules)) ? 1 : 0;
}

/** The named type, or the one that the other keywords speak of. */
export function typeOf(rules: JsonObject): string {
  return typesOf(rules)[0] ?? "string";
}

const allTypes = ["string", "number", "boolean", "array", "object", "null"];

/** All types that the value may have, the likeliest first. */
function typesOf(rules: JsonObject): readonly string[] {
  const { type } = rules;
  if (typeof type === "string") return [type];
  if (Array.isArray(type) && type.length > 0) {
    const names = type.map(String);
    return [...names.filter((one) => one !== "null"), ...names.filter((one) => one === "null")];
  }
  const likely = likelyType(rules);
  return [likely, ...allTypes.filter((one) => one !== likely)];
}

const spokenOf: readonly (readonly [string, readonly string[]])[] = [
  ["object", ["properties", "required", "minProperties", "propertyNames", "patternProperties"]],
  ["array", ["items", "prefixItems", "minItems", "contains"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

function likelyType(rules: JsonObject): string {
  return spokenOf.find(([, keywords]) => keywords.some((name) => rules[name] !== undefined))?.[0] ?? "string";
}
