/** The text of `rules.ts`: what the tables of senders are made of. */
export const senderSupport = `import {
  type Check,
  constant,
  type DecodeError,
  decodeLine,
  enter,
  list,
  type Place,
  text,
  wrong,
} from "./decode.js";

/** Checks an object, field by field. */
export type Fields = (at: Place) => void;

/** A field that may be missing; null is not missing. */
export interface Optional {
  readonly optional: Check;
}

/** A field that may be missing. */
export function optional(check: Check): Optional {
  return { optional: check };
}

/** Takes whatever is there. */
export const anything: Check = (value, name, at) => {
  if (value === undefined) wrong(value, name, at, "a value");
};

/** Checks the known fields; others are legal. */
export function shape(fields: Readonly<Record<string, Check | Optional>>): Fields {
  const entries = Object.entries(fields);
  return (at) => {
    for (const [name, rule] of entries) {
      const value = at.body[name];
      if (typeof rule === "function") rule(value, name, at);
      else if (value !== undefined) rule.optional(value, name, at);
    }
  };
}

/** Chooses by the value of a field. */
export function byTag(tag: string, members: Readonly<Record<string, Fields>>): Fields {
  const known = oneOf(Object.keys(members));
  return (at) => {
    const value = at.body[tag];
    if (typeof value === "string" && Object.hasOwn(members, value)) members[value]?.(at);
    else known(value, tag, at);
  };
}

/** A response: a failure has a shape of its own. */
export function failing(failure: Fields, success: Fields): Fields {
  return (at) => (at.body.success === false ? failure(at) : success(at));
}

/** Expects an object, and checks its fields. */
export function inside(fields: Fields): Check {
  return (value, name, at) => {
    const place = enter(value, name, at);
    if (place !== undefined) fields(place);
  };
}

/** Expects an array, and checks its items. */
export function listOf(check: Check): Check {
  return (value, name, at) => list(value, String(name), at, check);
}

/** Expects one value and no other. */
export function exactly(expected: string | boolean): Check {
  return (value, name, at) => constant(value, String(name), at, expected);
}

/** Expects one of the known values. */
export function oneOf(values: readonly string[]): Check {
  const expected = \`one of \${values.map((value) => JSON.stringify(value)).join(", ")}\`;
  return (value, name, at) => {
    if (typeof value !== "string" || !values.includes(value)) wrong(value, name, at, expected);
  };
}

/** Expects a string that matches. */
export function matching(pattern: RegExp): Check {
  return (value, name, at) => {
    if (typeof value !== "string") text(value, name, at);
    else if (!pattern.test(value)) wrong(value, name, at, \`a string that matches \${pattern.source}\`);
  };
}

/** Expects bytes as text. */
export const base64: Check = (value, name, at) => {
  if (typeof value !== "string" || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) wrong(value, name, at, "base64");
};

/** Expects a number that is not less. */
export function atLeast(least: number, check: Check): Check {
  return (value, name, at) => {
    if (typeof value === "number" && value < least) wrong(value, name, at, \`at least \${least}\`);
    else check(value, name, at);
  };
}

/** What is wrong with a line. */
export function judged(line: string, side: string, fields: Fields): DecodeError | undefined {
  const decoded = decodeLine(line, side, (at) => {
    fields(at);
    return undefined;
  });
  return decoded.kind === "invalid" ? decoded.error : undefined;
}
`;
