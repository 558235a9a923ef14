/** The operators of patterns and of sends: objects whose keys begin with `$`. */
import { didYouMean } from "@extproto/schemas";
import { isObject, type Json, type JsonObject } from "./json.js";

/** What a pattern can ask for. */
export const patternOperators: Readonly<Record<string, string>> = {
  $ref: "The value at this place of a bound frame: `name.path`.",
  $matches: "A string in which this regular expression finds something.",
  $absent: "The field is not there.",
  $present: "The field is there, whatever it holds.",
  $any: "One of these patterns matches.",
  $all: "Each of these patterns matches.",
  $not: "This pattern does not match.",
  $contains: "A list with an element for each of these patterns; a string with each of these parts.",
  $type: "A value of this JSON type: string, number, integer, boolean, object, array or null.",
  $atLeast: "A number of this size or more.",
  $atMost: "A number of this size or less.",
  $empty: "A string, list or object that is empty (true) or not (false).",
  $length: "A string, list or object whose length matches this pattern.",
  $literal: "Exactly this value, taken as it stands.",
};

/** What a send can be made of. */
export const sendOperators: Readonly<Record<string, string>> = {
  $ref: "The value at this place of a bound frame: `name.path`.",
  $args: "Arguments made from the schema of the bound tool: valid, minimal or invalid.",
  $text: "This text, or these texts joined, `times` over.",
  $json: "The JSON text of this value: a frame for `sends raw`.",
  $base64: "This many bytes, as base64.",
  $bytes: "These bytes, in hexadecimal digits; only in `sends raw`.",
  $literal: "Exactly this value, taken as it stands.",
};

/** Keys that may stand beside an operator. */
const companions: Readonly<Record<string, readonly string[]>> = { $text: ["times"] };

const types = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** Whether an object is written with operators, and not a frame's own. */
export function isOperator(value: Json): value is JsonObject {
  return isObject(value) && Object.keys(value).some((key) => key.startsWith("$"));
}

/** A fault in the use of operators: where, and what. */
export interface OperatorFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Checks the operators in a pattern or a send, at every depth. */
export function checkOperators(value: Json, place: "pattern" | "send"): readonly OperatorFault[] {
  const known = place === "pattern" ? patternOperators : sendOperators;
  const faults: OperatorFault[] = [];
  const visit = (node: Json, path: readonly (string | number)[]): void => {
    if (Array.isArray(node)) node.forEach((item, index) => void visit(item, [...path, index]));
    else if (isOperator(node)) visitOperator(node, path);
    else if (isObject(node)) for (const [key, item] of Object.entries(node)) visit(item, [...path, key]);
  };
  const visitOperator = (node: JsonObject, path: readonly (string | number)[]): void => {
    const keys = Object.keys(node);
    const allowed = new Set(keys.flatMap((key) => companions[key] ?? []));
    for (const [key, item] of Object.entries(node)) {
      if (!Object.hasOwn(known, key)) {
        if (!allowed.has(key))
          faults.push({ path: [...path, key], message: unknownOperator(key, known, place) });
        continue;
      }
      const wrong = argumentFault(key, item);
      if (wrong !== undefined) faults.push({ path: [...path, key], message: wrong });
      else if (["$any", "$all", "$not", "$contains", "$length", "$json"].includes(key))
        visit(item, [...path, key]);
      else if (key === "$text" && Array.isArray(item)) visit(item, [...path, key]);
    }
  };
  visit(value, []);
  return faults;
}

function unknownOperator(key: string, known: Readonly<Record<string, string>>, place: string): string {
  if (!key.startsWith("$"))
    return `${JSON.stringify(key)} stands beside an operator; a field whose name begins with "$" needs { $literal: ... }`;
  const elsewhere = place === "pattern" ? sendOperators : patternOperators;
  if (Object.hasOwn(elsewhere, key))
    return `${key} is an operator of ${place === "pattern" ? "sends" : "patterns"}, not of ${place}s`;
  const guess = didYouMean(key, Object.keys(known));
  return `${key} is no operator of ${place}s${guess === undefined ? "" : `; ${guess}`}`;
}

function argumentFault(key: string, value: Json): string | undefined {
  switch (key) {
    case "$ref":
      return typeof value === "string" && /^[\w-]+(\.[^.]+)*$/.test(value)
        ? undefined
        : "$ref takes a name and a path: ask.id";
    case "$matches":
      return typeof value === "string" ? regexFault(value) : "$matches takes a regular expression";
    case "$absent":
    case "$present":
      return value === true ? undefined : `${key} takes true`;
    case "$empty":
      return typeof value === "boolean" ? undefined : "$empty takes true or false";
    case "$any":
    case "$all":
    case "$contains":
      return Array.isArray(value) && value.length > 0 ? undefined : `${key} takes a list of patterns`;
    case "$type":
      return types.includes(String(value)) ? undefined : `$type takes one of ${types.join(", ")}`;
    case "$atLeast":
    case "$atMost":
      return typeof value === "number" ? undefined : `${key} takes a number`;
    case "$args":
      return ["valid", "minimal", "invalid"].includes(String(value))
        ? undefined
        : "$args takes valid, minimal or invalid";
    case "$text":
      return typeof value === "string" || Array.isArray(value) ? undefined : "$text takes a text or a list";
    case "$bytes":
      return typeof value === "string" && /^([0-9a-fA-F]{2}\s*)*$/.test(value)
        ? undefined
        : "$bytes takes pairs of hexadecimal digits";
    case "$base64":
      return typeof value === "number" && Number.isInteger(value) && value >= 0
        ? undefined
        : "$base64 takes a number of bytes";
    default:
      return undefined;
  }
}

function regexFault(source: string): string | undefined {
  try {
    new RegExp(source, "u");
    return undefined;
  } catch (error) {
    return `the regular expression cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The names that a value refers to by `$ref`. */
export function refsIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    if (key === "$literal") return [];
    return key === "$ref" && typeof item === "string" ? [item.split(".")[0] as string] : refsIn(item);
  });
}

/** Whether a value uses `$args` anywhere. */
export function usesArgs(value: Json): boolean {
  if (Array.isArray(value)) return value.some(usesArgs);
  return isObject(value) && Object.entries(value).some(([key, item]) => key === "$args" || usesArgs(item));
}
