/** Samples of strings and numbers. */
import type { JsonObject } from "./json.js";
import { patternSample } from "./pattern-sample.js";
import { compile } from "./satisfies.js";

const formats: Readonly<Record<string, string>> = {
  date: "2025-01-15",
  "date-time": "2025-01-15T12:00:00Z",
  time: "12:00:00Z",
  duration: "PT1M",
  email: "someone@example.com",
  "idn-email": "someone@example.com",
  hostname: "example.com",
  "idn-hostname": "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  url: "https://example.com/",
  iri: "https://example.com/",
  "uri-reference": "/example",
  "iri-reference": "/example",
  "uri-template": "/example",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  regex: "a",
  "json-pointer": "/a",
  "relative-json-pointer": "0",
  "json-pointer-uri-fragment": "#/a",
};

/** A string that meets length, pattern and the usual formats; the plain one is `example`. */
export function stringSample({ minLength, maxLength, pattern, format }: JsonObject): string {
  const atLeast = typeof minLength === "number" ? minLength : 0;
  const atMost = typeof maxLength === "number" ? maxLength : Number.POSITIVE_INFINITY;
  const formatted = typeof format === "string" ? formats[format] : undefined;
  if (formatted !== undefined && formatted.length >= atLeast && formatted.length <= atMost) {
    if (typeof pattern !== "string" || compile(pattern)?.test(formatted) === true) return formatted;
  }
  if (typeof pattern === "string") {
    const matching = patternSample(pattern, { atLeast, atMost });
    if (matching !== undefined) return matching;
  }
  const plain = "example";
  return plain.padEnd(atLeast, "e").slice(0, Math.max(atLeast, Math.min(atMost, plain.length)));
}

/** Longer strings, for a schema that forbids the usual one. */
export function* otherStrings(rules: JsonObject): Generator<string> {
  const usual = stringSample(rules);
  const length = [...usual].length;
  for (let more = 1; more <= 9; more += 1) {
    yield `${usual}${more}`;
    yield stringSample({ ...rules, minLength: length + more });
  }
}

/** Numbers around the usual one, for a schema that forbids it. */
export function* otherNumbers(rules: JsonObject, integer: boolean): Generator<number> {
  const usual = numberSample(rules, integer);
  const step = typeof rules.multipleOf === "number" && rules.multipleOf > 0 ? rules.multipleOf : 1;
  for (let steps = 1; steps <= 32; steps += 1) {
    yield usual + steps * step;
    yield usual - steps * step;
  }
  if (!integer) yield usual + step / 2;
}

/** A number as near to 1 as its bounds let it be. */
export function numberSample(rules: JsonObject, integer: boolean): number {
  const step = typeof rules.multipleOf === "number" && rules.multipleOf > 0 ? rules.multipleOf : undefined;
  const low = lowerBound(rules);
  const high = upperBound(rules);
  const inside = (value: number) =>
    value >= low.at &&
    value <= high.at &&
    !(low.open && value === low.at) &&
    !(high.open && value === high.at);
  for (const candidate of candidates({ low: low.at, high: high.at, step, integer })) {
    if (inside(candidate) && (!integer || Number.isInteger(candidate))) return candidate;
  }
  return Number.isFinite(low.at) ? low.at : 1;
}

interface Bound {
  readonly at: number;
  readonly open: boolean;
}

function lowerBound({ minimum, exclusiveMinimum }: JsonObject): Bound {
  const closed = typeof minimum === "number" ? minimum : Number.NEGATIVE_INFINITY;
  if (typeof exclusiveMinimum === "number" && exclusiveMinimum >= closed) {
    return { at: exclusiveMinimum, open: true };
  }
  return { at: closed, open: exclusiveMinimum === true };
}

function upperBound({ maximum, exclusiveMaximum }: JsonObject): Bound {
  const closed = typeof maximum === "number" ? maximum : Number.POSITIVE_INFINITY;
  if (typeof exclusiveMaximum === "number" && exclusiveMaximum <= closed) {
    return { at: exclusiveMaximum, open: true };
  }
  return { at: closed, open: exclusiveMaximum === true };
}

interface Search {
  readonly low: number;
  readonly high: number;
  readonly step: number | undefined;
  readonly integer: boolean;
}

function* candidates({ low, high, step, integer }: Search): Generator<number> {
  if (step !== undefined) {
    const from = Number.isFinite(low)
      ? Math.ceil(low / step)
      : Number.isFinite(high)
        ? Math.floor(high / step) - 8
        : 1;
    for (let factor = from; factor < from + 16; factor += 1) yield factor * step;
    return;
  }
  yield 1;
  if (Number.isFinite(low)) {
    yield* [low, Math.ceil(low), Math.floor(low) + 1];
    if (!integer && Number.isFinite(high)) yield (low + high) / 2;
    yield low + 1;
  }
  if (Number.isFinite(high)) yield* [high, Math.floor(high), Math.ceil(high) - 1, high - 1];
  yield 0;
}
