/**
 * A small validator for the keywords that the generator honours. It decides which branch of a `oneOf` a
 * sample may come from, and whether a sample that the generator made, or an author's example, can be used.
 * Keywords that it does not know are taken as met.
 */
import { isObject, type Json, type JsonObject, sameJson } from "./json.js";
import { resolve } from "./resolve.js";

/** True when the value meets the schema, as far as the known keywords go. */
export function satisfies(value: Json, schema: unknown, root: JsonObject, depth = 0): boolean {
  if (schema === false) return false;
  if (depth > 40) return true;
  const rules = resolve(schema, root);
  const meets = (inner: unknown) => satisfies(value, inner, root, depth + 1);
  const branches = (name: string) => (Array.isArray(rules[name]) ? (rules[name] as Json[]) : undefined);
  if (!typeMatches(value, rules.type)) return false;
  if (rules.const !== undefined && !sameJson(value, rules.const)) return false;
  if (Array.isArray(rules.enum) && !rules.enum.some((item) => sameJson(item, value))) return false;
  if (branches("anyOf")?.some(meets) === false) return false;
  const oneOf = branches("oneOf");
  if (oneOf !== undefined && oneOf.filter(meets).length !== 1) return false;
  if (rules.not !== undefined && meets(rules.not)) return false;
  if (rules.if !== undefined) {
    const branch = meets(rules.if) ? rules.then : rules.else;
    if (branch !== undefined && !meets(branch)) return false;
  }
  if (typeof value === "number") return numberFits(value, rules);
  if (typeof value === "string") return stringFits(value, rules);
  if (Array.isArray(value)) return arrayFits({ value, rules, root, depth });
  return isObject(value) ? objectFits({ value, rules, root, depth }) : true;
}

function typeMatches(value: Json, type: Json | undefined): boolean {
  if (Array.isArray(type)) return type.some((one) => typeMatches(value, one));
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      return true;
  }
}

function numberFits(value: number, rules: JsonObject): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rules;
  if (typeof minimum === "number" && value < minimum) return false;
  if (typeof maximum === "number" && value > maximum) return false;
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) return false;
  if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum) return false;
  // Draft 4 wrote the exclusive bounds as flags beside the inclusive ones.
  if (exclusiveMinimum === true && value === minimum) return false;
  if (exclusiveMaximum === true && value === maximum) return false;
  if (typeof multipleOf === "number" && multipleOf > 0) {
    const quotient = value / multipleOf;
    return Math.abs(quotient - Math.round(quotient)) < 1e-9;
  }
  return true;
}

function stringFits(value: string, { minLength, maxLength, pattern }: JsonObject): boolean {
  const length = [...value].length;
  if (typeof minLength === "number" && length < minLength) return false;
  if (typeof maxLength === "number" && length > maxLength) return false;
  if (typeof pattern !== "string") return true;
  const compiled = compile(pattern);
  return compiled === undefined || compiled.test(value);
}

/** The pattern as a regular expression, undefined when this engine does not understand it. */
export function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

interface Compound<T> {
  readonly value: T;
  readonly rules: JsonObject;
  readonly root: JsonObject;
  readonly depth: number;
}

function arrayFits({ value, rules, root, depth }: Compound<readonly Json[]>): boolean {
  const { minItems, maxItems, uniqueItems, items, prefixItems } = rules;
  if (typeof minItems === "number" && value.length < minItems) return false;
  if (typeof maxItems === "number" && value.length > maxItems) return false;
  if (uniqueItems === true && value.some((one, at) => value.slice(0, at).some((two) => sameJson(one, two)))) {
    return false;
  }
  if (!containsEnough({ value, rules, root, depth })) return false;
  const places = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  return value.every((item, index) => {
    const schema = places[index] ?? (Array.isArray(items) ? undefined : items);
    return schema === undefined || satisfies(item, schema, root, depth + 1);
  });
}

function containsEnough({ value, rules, root, depth }: Compound<readonly Json[]>): boolean {
  const { contains, minContains, maxContains } = rules;
  if (contains === undefined) return true;
  const found = value.filter((item) => satisfies(item, contains, root, depth + 1)).length;
  if (typeof maxContains === "number" && found > maxContains) return false;
  return found >= (typeof minContains === "number" ? minContains : 1);
}

function objectFits({ value, rules, root, depth }: Compound<JsonObject>): boolean {
  const { required, properties, patternProperties, additionalProperties } = rules;
  const { propertyNames, minProperties, maxProperties } = rules;
  const names = Object.keys(value);
  if (Array.isArray(required)) {
    if (required.some((name) => typeof name === "string" && !Object.hasOwn(value, name))) return false;
  }
  if (typeof minProperties === "number" && names.length < minProperties) return false;
  if (typeof maxProperties === "number" && names.length > maxProperties) return false;
  const known = isObject(properties) ? properties : {};
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : [];
  return names.every((name) => {
    if (propertyNames !== undefined && !satisfies(name, propertyNames, root, depth + 1)) return false;
    const schemas = patterns
      .filter(([pattern]) => compile(pattern)?.test(name) === true)
      .map(([, schema]) => schema);
    if (Object.hasOwn(known, name)) schemas.push(known[name] as Json);
    // Which names a pattern means that this engine does not understand is not known.
    const strange = patterns.some(([pattern]) => compile(pattern) === undefined);
    if (schemas.length === 0 && !strange && additionalProperties !== undefined)
      schemas.push(additionalProperties);
    return schemas.every((schema) => satisfies(value[name] as Json, schema, root, depth + 1));
  });
}
