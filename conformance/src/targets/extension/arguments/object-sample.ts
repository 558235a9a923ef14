/** Samples of objects. */
import { isObject, type Json, type JsonObject } from "./json.js";
import { patternSample } from "./pattern-sample.js";
import type { Place } from "./sample.js";
import { compile, satisfies } from "./satisfies.js";
import { otherStrings, stringSample } from "./scalar-sample.js";

/** How many names are tried beyond those that are needed. */
const spareNames = 20;

/** An object with all properties that the schema names, or with as few as it needs. */
export function objectSample(rules: JsonObject, place: Place): Json {
  const properties = isObject(rules.properties) ? rules.properties : {};
  const required = Array.isArray(rules.required) ? rules.required.map(String) : [];
  const least = typeof rules.minProperties === "number" ? rules.minProperties : 0;
  const most = typeof rules.maxProperties === "number" ? rules.maxProperties : Number.POSITIVE_INFINITY;
  const result: Record<string, Json> = {};
  let room = (place.generous ? most : least) - required.length;
  for (const [name, schema] of Object.entries(properties)) {
    if (required.includes(name)) {
      put(result, name, place.inner(schema));
      continue;
    }
    if (schema === false || room <= 0 || !nameFits(name, rules, place)) continue;
    const value = place.inner(schema);
    // A property that may be left out and cannot be made is left out.
    if (!satisfies(value, schema, place.root)) continue;
    put(result, name, value);
    room -= 1;
  }
  for (const name of required) {
    if (!Object.hasOwn(result, name)) put(result, name, place.inner(unnamed(name, rules)));
  }
  if (Object.keys(result).length < least) fill(result, { rules, place, least });
  return result;
}

interface Filling {
  readonly rules: JsonObject;
  readonly place: Place;
  readonly least: number;
}

/** Adds properties that the schema does not name, where it asks for more than it names. */
function fill(result: Record<string, Json>, { rules, place, least }: Filling): void {
  let tries = least + spareNames;
  for (const name of newNames(rules)) {
    tries -= 1;
    if (tries < 0 || Object.keys(result).length >= least) return;
    const schema = unnamed(name, rules);
    const taken = Object.hasOwn(result, name) || schema === false || !nameFits(name, rules, place);
    if (!taken) put(result, name, place.inner(schema));
  }
}

/** Names that the schema may allow. It goes on for ever. */
function* newNames({ propertyNames, patternProperties }: JsonObject): Generator<string> {
  if (isObject(propertyNames)) {
    if (Array.isArray(propertyNames.enum)) yield* propertyNames.enum.map(String);
    yield stringSample(propertyNames);
    yield* otherStrings(propertyNames);
  }
  for (const pattern of isObject(patternProperties) ? Object.keys(patternProperties) : []) {
    for (let atLeast = 0; atLeast < 8; atLeast += 1) {
      const name = patternSample(pattern, { atLeast, atMost: 64 });
      if (name !== undefined) yield name;
    }
  }
  for (let number = 1; ; number += 1) yield `example${number}`;
}

function nameFits(name: string, { propertyNames }: JsonObject, { root }: Place): boolean {
  return propertyNames === undefined || satisfies(name, propertyNames, root);
}

/** The schema of a property that is not among the named ones. */
function unnamed(name: string, { patternProperties, additionalProperties }: JsonObject): Json {
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : [];
  const matching = patterns.filter(([pattern]) => compile(pattern)?.test(name) === true);
  if (matching.length > 0) return { allOf: matching.map(([, schema]) => schema) };
  return additionalProperties ?? {};
}

/** Also for names such as `__proto__`, which an assignment would not make a field of. */
function put(target: Record<string, Json>, name: string, value: Json): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
