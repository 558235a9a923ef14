/** What is wrong with a frame, said so that its author knows what to change. */
import type { Field, FieldType } from "../model/types.js";
import { quote } from "./quote.js";

/** The rule that a value breaks. */
export type Rule =
  | "json"
  | "object"
  | "type-field"
  | "required"
  | "type"
  | "value"
  | "pattern"
  | "length"
  | "minimum"
  | "unknown-field";

/** One thing that is wrong. */
export interface Problem {
  /** JSON Pointer to the value, or to the place where it is missing. */
  readonly path: string;
  readonly rule: Rule;
  readonly expected: string;
  readonly actual: string;
  /** What to try, where there is a good guess. */
  readonly hint?: string;
}

/** Why a line is not a frame. */
export interface FrameError {
  readonly code: "EXT_NOT_JSON" | "EXT_NOT_OBJECT" | "EXT_NO_TYPE" | "EXT_INVALID_FRAME";
  /** Qualified name of the frame, where it is known. */
  readonly frame: string | undefined;
  readonly problems: readonly Problem[];
  /** One line for people. */
  readonly message: string;
}

/** An error as ajv's compiled validators report it. */
export interface ValidatorError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Puts an error together; the message names the frame and its first problems. */
export function frameError(
  code: FrameError["code"],
  frame: string | undefined,
  problems: readonly Problem[],
): FrameError {
  const shown = problems.slice(0, 3).map(sentence).join("; ");
  const more = problems.length > 3 ? `; and ${problems.length - 3} more` : "";
  return { code, frame, problems, message: `${frame === undefined ? "" : `${frame}: `}${shown}${more}` };
}

/** A problem as one clause: where, expected, actual, hint. */
export function sentence(problem: Problem): string {
  const place = problem.path === "" ? "" : `${problem.path} `;
  const hint = problem.hint === undefined ? "" : ` (${problem.hint})`;
  switch (problem.rule) {
    case "required":
      return `${place}is missing: expected ${problem.expected}${hint}`;
    case "unknown-field":
      return `${place}is not a field of this frame${hint}`;
    default:
      return `${place}is ${problem.actual}: expected ${problem.expected}${hint}`;
  }
}

const articles: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "an array",
  null: "null",
};

/** Says what a field holds. */
export function describeType(type: FieldType): string {
  switch (type.kind) {
    case "string":
      if (type.encoding === "base64") return "a base64 string";
      return type.minLength === undefined ? "a string" : "a non-empty string";
    case "integer":
    case "number":
    case "boolean":
      return articles[type.kind] as string;
    case "const":
      return JSON.stringify(type.value);
    case "enum":
      return `one of ${type.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "object":
      return type.nullable ? "an object or null" : "an object";
    case "json":
      return "a JSON value";
    case "id":
      return type.nullable ? "a string, an integer or null" : "a string or an integer";
    case "list":
      return "an array";
    case "named":
      return "an object";
  }
}

/** Turns a validator's error into a problem; undefined for the bookkeeping errors of if/then. */
export function problemOf(
  error: ValidatorError,
  actual: unknown,
  field: Field | undefined,
): Problem | undefined {
  const at = { path: error.instancePath, actual: quote(actual) };
  const declared = field === undefined ? undefined : describeType(field.type);
  switch (error.keyword) {
    case "required": {
      const name = String(error.params.missingProperty);
      return {
        path: `${error.instancePath}/${escapePointer(name)}`,
        rule: "required",
        expected: declared ?? "a value",
        actual: "nothing",
      };
    }
    case "type": {
      const types = [error.params.type].flat().map((type) => articles[String(type)] ?? String(type));
      return { ...at, rule: "type", expected: declared ?? types.join(" or ") };
    }
    case "enum":
    case "const": {
      const allowed = [error.params.allowedValues ?? error.params.allowedValue].flat();
      const expected = allowed.map((value) => JSON.stringify(value)).join(", ");
      const hint = typeof actual === "string" ? didYouMean(actual, allowed.map(String)) : undefined;
      return {
        ...at,
        rule: "value",
        expected: allowed.length === 1 ? expected : `one of ${expected}`,
        ...(hint === undefined ? {} : { hint }),
      };
    }
    case "pattern":
      return { ...at, rule: "pattern", expected: patternText(String(error.params.pattern), field) };
    case "minLength":
      return { ...at, rule: "length", expected: "a non-empty string" };
    case "minimum":
      return { ...at, rule: "minimum", expected: `${String(error.params.limit)} or more` };
    default:
      return undefined;
  }
}

function patternText(pattern: string, field: Field | undefined): string {
  if (field?.type.kind === "string" && field.type.encoding === "base64")
    return "standard base64 with padding";
  if (field?.name === "time") return "a time as in RFC 3339";
  return `text that matches ${pattern}`;
}

/** Escapes a name for use in a JSON Pointer. */
export function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** `did you mean "x"?`, where one of the known names is close. */
export function didYouMean(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), least);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best === undefined ? undefined : `did you mean ${JSON.stringify(best)}?`;
}

/** Edit distance with transpositions, given up at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? limit;
}
