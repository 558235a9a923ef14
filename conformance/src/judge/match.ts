/** Whether a value fits a pattern, and where it does not. */
import { isObject, type Json, type JsonObject } from "../case/json.js";
import { isOperator } from "../case/operators.js";
import { lookUp } from "./resolve.js";

/** One place where a value does not fit. */
export interface Mismatch {
  /** JSON Pointer into the value. */
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
}

/** What stands for a field that is not there. */
const nothing = Symbol("nothing");

type Held = Json | typeof nothing;

/**
 * The places where a value does not fit a pattern; none where it matches.
 *
 * Objects match as subsets, lists element by element, everything else exactly.
 *
 * @example
 * ```ts
 * mismatches({ type: "tool_call", id: { $present: true } }, frame, {}).length === 0
 * ```
 */
export function mismatches(pattern: Json, value: Json, bindings: JsonObject): readonly Mismatch[] {
  return compare(pattern, value, bindings, "");
}

/** Whether a value fits a pattern. */
export function matches(pattern: Json, value: Json, bindings: JsonObject): boolean {
  return mismatches(pattern, value, bindings).length === 0;
}

function compare(pattern: Json, value: Held, bindings: JsonObject, path: string): readonly Mismatch[] {
  if (isOperator(pattern)) return operate(pattern, value, bindings, path);
  if (Array.isArray(pattern)) return compareLists(pattern, value, bindings, path);
  if (isObject(pattern)) {
    if (value === nothing || !isObject(value)) return [differs(path, "an object", value)];
    return Object.entries(pattern).flatMap(([key, inner]) =>
      compare(inner, fieldOf(value, key), bindings, `${path}/${escapePointer(key)}`),
    );
  }
  return pattern === value ? [] : [differs(path, show(pattern), value)];
}

function compareLists(
  pattern: readonly Json[],
  value: Held,
  bindings: JsonObject,
  path: string,
): readonly Mismatch[] {
  if (!Array.isArray(value)) return [differs(path, "a list", value)];
  if (value.length !== pattern.length)
    return [differs(path, `a list of ${pattern.length}`, `a list of ${value.length}`, true)];
  return pattern.flatMap((inner, index) =>
    compare(inner, value[index] as Json, bindings, `${path}/${index}`),
  );
}

/** Several operators in one object have to hold together. */
function operate(
  operators: JsonObject,
  value: Held,
  bindings: JsonObject,
  path: string,
): readonly Mismatch[] {
  return Object.entries(operators).flatMap(([name, argument]) => one(name, argument, value, bindings, path));
}

function one(
  name: string,
  argument: Json,
  value: Held,
  bindings: JsonObject,
  path: string,
): readonly Mismatch[] {
  const test = (holds: boolean, expected: string) => (holds ? [] : [differs(path, expected, value)]);
  const fits = (inner: Json, held: Held) => compare(inner, held, bindings, path).length === 0;
  const list = Array.isArray(argument) ? argument : [argument];
  switch (name) {
    case "$ref": {
      const found = lookUp(String(argument), bindings);
      if (found === undefined)
        return [differs(path, `the value of ${String(argument)}, which has none`, value)];
      return test(value !== nothing && equal(found, value), `${show(found)} (${String(argument)})`);
    }
    case "$literal":
      return test(value !== nothing && equal(argument, value), show(argument));
    case "$matches": {
      const source = String(argument);
      return test(
        typeof value === "string" && new RegExp(source, "u").test(value),
        `text that matches /${source}/`,
      );
    }
    case "$absent":
      return test(value === nothing, "no such field");
    case "$present":
      return test(value !== nothing, "a value");
    case "$type":
      return test(
        value !== nothing && isType(value, String(argument)),
        `a value of type ${String(argument)}`,
      );
    case "$atLeast":
      return test(typeof value === "number" && value >= Number(argument), `${show(argument)} or more`);
    case "$atMost":
      return test(typeof value === "number" && value <= Number(argument), `${show(argument)} or less`);
    case "$empty": {
      const size = sizeOf(value);
      return test(
        size !== undefined && (size === 0) === argument,
        argument === true ? "an empty value" : "a value that is not empty",
      );
    }
    case "$length": {
      const size = sizeOf(value);
      if (size === undefined) return [differs(path, "something with a length", value)];
      return compare(argument, size, bindings, path);
    }
    case "$not":
      return test(!fits(argument, value), `anything but ${show(argument)}`);
    case "$any":
      return test(
        list.some((inner) => fits(inner, value)),
        `one of ${list.map(show).join(", ")}`,
      );
    case "$all":
      return list.flatMap((inner) => compare(inner, value, bindings, path));
    case "$contains": {
      if (typeof value === "string")
        return test(
          list.every((part) => value.includes(String(part))),
          `text with ${list.map(show).join(", ")}`,
        );
      if (!Array.isArray(value)) return [differs(path, "a list or a text", value)];
      return list.flatMap((inner) => {
        const tried = value.map((item, index) => compare(inner, item, bindings, `${path}/${index}`));
        if (tried.some((places) => places.length === 0)) return [];
        return nearestElement(inner, tried, path) ?? [differs(path, `an element ${show(inner)}`, value)];
      });
    }
    default:
      return [differs(path, `the operator ${name}, which does not exist`, value)];
  }
}

/** Fields that say which of several things an object is: where one differs, it is another thing altogether. */
const telling = ["type", "role", "name", "id", "call_id"];

/** Where the one element that is meant differs; undefined where none, or more than one, can be meant. */
function nearestElement(
  pattern: Json,
  tried: readonly (readonly Mismatch[])[],
  path: string,
): readonly Mismatch[] | undefined {
  if (!isObject(pattern) || !telling.some((key) => Object.hasOwn(pattern, key))) return undefined;
  const meant = tried.filter((places, index) => {
    const own = `${path}/${index}`;
    return !places.some(
      (place) => place.path === own || telling.some((key) => place.path === `${own}/${key}`),
    );
  });
  return meant.length === 1 ? meant[0] : undefined;
}

function fieldOf(value: JsonObject, key: string): Held {
  return Object.hasOwn(value, key) ? (value[key] as Json) : nothing;
}

/** Whether two JSON values are the same, whatever the order of fields. */
export function equal(a: Json, b: Json): boolean {
  if (Array.isArray(a))
    return (
      Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index] as Json))
    );
  if (!isObject(a)) return a === b;
  if (!isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(a[key] as Json, b[key] as Json))
  );
}

function isType(value: Json, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return typeof value === "number" && Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function sizeOf(value: Held): number | undefined {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  return value !== nothing && isObject(value) ? Object.keys(value).length : undefined;
}

function differs(path: string, expected: string, actual: Held | string, said = false): Mismatch {
  const text = said ? String(actual) : actual === nothing ? "nothing" : show(actual as Json);
  return { path, expected, actual: text };
}

function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** A JSON value for people: short enough for one line. */
export function show(value: Json, most = 200): string {
  const text = JSON.stringify(value);
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
