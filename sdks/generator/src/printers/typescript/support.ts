/** The part of the printed TypeScript that does not depend on the model: `decode.ts`. */
export const support = `/** A JSON object, passed through. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Known values, and any other string: a reader keeps what it does not know. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

/** Stands for every tag that is not listed. An enum, so that comparing with a listed tag narrows a union. */
declare enum UnlistedTag {
  any = "any tag that is not listed",
}

/** A member of a union that this version does not know, as it came. Its tag is some other string. */
export type UnknownMember<Tag extends string> = { readonly [Key in Tag]: UnlistedTag } & JsonObject;

/** One thing that is wrong with a frame. */
export interface Problem {
  /** JSON Pointer to the value, or to the place where it is missing. */
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
}

/** Why a line is not a frame. */
export interface DecodeError {
  readonly code: "EXT_NOT_JSON" | "EXT_NOT_OBJECT" | "EXT_NO_TYPE" | "EXT_INVALID_FRAME";
  /** Qualified name of the frame, where it is known. */
  readonly frame: string | undefined;
  readonly problems: readonly Problem[];
  /** One line for people. */
  readonly message: string;
}

/** A frame of a type, or of a variant of a known type, that this version does not know. */
export interface UnknownFrame {
  readonly kind: "unknown";
  readonly type: string;
  readonly variant: string | undefined;
  readonly value: JsonObject;
  /** The line as it came; encoding gives it again. */
  readonly raw: string;
}

/** A line that is not a frame. */
export interface InvalidLine {
  readonly kind: "invalid";
  readonly error: DecodeError;
  /** The parsed object, where the line was one: it may still tell which request it wanted to answer. */
  readonly value: JsonObject | undefined;
}

/** What came of a line. The frame is the parsed object itself: fields that are not known stay in it. */
export type Decoded<Frame> = { readonly kind: "frame"; readonly frame: Frame } | UnknownFrame | InvalidLine;

type Body = Record<string, unknown>;

/** Where a check is: the object, the way to it, and what is wrong so far. */
export interface Place {
  readonly body: Body;
  readonly path: string;
  readonly problems: Problem[];
}

/** A frame that no shape fits. */
export interface Unlisted {
  readonly variant: string | undefined;
}

/** Parses a line, lets \`select\` check the frame, and says what came of it. */
export function decodeLine<Frame>(
  line: string,
  side: string,
  select: (at: Place) => Unlisted | undefined,
): Decoded<Frame> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return invalid("EXT_NOT_JSON", undefined, [
      { path: "", expected: "one JSON object on one line", actual: "not JSON" },
    ]);
  }
  if (!isBody(value)) {
    return invalid("EXT_NOT_OBJECT", undefined, [
      { path: "", expected: "a JSON object", actual: quote(value) },
    ]);
  }
  const { type } = value;
  const problems: Problem[] = [];
  const at: Place = { body: value, path: "", problems };
  if (typeof type !== "string") {
    wrong(type, "type", at, "a string that names the frame");
    return invalid("EXT_NO_TYPE", undefined, problems, value);
  }
  const unlisted = select(at);
  if (unlisted !== undefined && problems.length === 0) {
    return { kind: "unknown", type, variant: unlisted.variant, value, raw: line };
  }
  if (problems.length > 0) return invalid("EXT_INVALID_FRAME", \`\${side}.\${type}\`, problems, value);
  return { kind: "frame", frame: value as Frame };
}

/** The line of a frame, without its LF. */
export function encodeLine(frame: object): string {
  if ("kind" in frame && frame.kind === "unknown" && "raw" in frame) return String(frame.raw);
  return JSON.stringify(frame);
}

function invalid(
  code: DecodeError["code"],
  frame: string | undefined,
  problems: readonly Problem[],
  value?: JsonObject,
): InvalidLine {
  const shown = problems.slice(0, 3).map(sentence).join("; ");
  const more = problems.length > 3 ? \`; and \${problems.length - 3} more\` : "";
  const message = \`\${frame === undefined ? "" : \`\${frame}: \`}\${shown}\${more}\`;
  return { kind: "invalid", error: { code, frame, problems, message }, value };
}

function sentence({ path, expected, actual }: Problem): string {
  const place = path === "" ? "" : \`\${path} \`;
  return \`\${place}is \${actual === "nothing" ? "missing" : actual}: expected \${expected}\`;
}

function isBody(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value in an error: short, whatever it is. */
function quote(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "an array";
  if (isBody(value)) return "an object";
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : \`\${text.slice(0, 57)}...\`;
}

/** A frame can be wrong in a million places, and nobody reads them all. */
const mostProblems = 1000;

/** Notes that a value is not what was expected. */
export function wrong(value: unknown, name: string | number, at: Place, expected: string): void {
  if (at.problems.length === mostProblems) return;
  at.problems.push({ path: \`\${at.path}/\${name}\`, expected, actual: quote(value) });
}

/** A check of one value. */
export type Check = (value: unknown, name: string | number, at: Place) => void;

/** Expects a string. */
export const text: Check = (value, name, at) => {
  if (typeof value !== "string") wrong(value, name, at, "a string");
};

/** Expects a string with at least one character. */
export const nonEmpty: Check = (value, name, at) => {
  if (typeof value !== "string" || value === "") wrong(value, name, at, "a non-empty string");
};

/** Expects a number without a fraction. */
export const integer: Check = (value, name, at) => {
  if (!Number.isInteger(value)) wrong(value, name, at, "an integer");
};

/** Expects a number. */
export const number: Check = (value, name, at) => {
  if (typeof value !== "number") wrong(value, name, at, "a number");
};

/** Expects true or false. */
export const flag: Check = (value, name, at) => {
  if (typeof value !== "boolean") wrong(value, name, at, "true or false");
};

/** Expects an object, whatever is in it. */
export const object: Check = (value, name, at) => {
  if (!isBody(value)) wrong(value, name, at, "an object");
};

/** Expects an object or null. */
export const objectOrNull: Check = (value, name, at) => {
  if (value !== null && !isBody(value)) wrong(value, name, at, "an object or null");
};

/** Expects one value and no other. */
export function constant(value: unknown, name: string, at: Place, expected: string | boolean): void {
  if (value !== expected) wrong(value, name, at, JSON.stringify(expected));
}

/** Expects an array, and checks its items. */
export function list(value: unknown, name: string, at: Place, check: Check): void {
  if (!Array.isArray(value)) {
    wrong(value, name, at, "an array");
    return;
  }
  const place: Place = { body: at.body, path: \`\${at.path}/\${name}\`, problems: at.problems };
  for (let index = 0; index < value.length; index++) check(value[index], index, place);
}

/** Expects an object, and goes into it. */
export function enter(value: unknown, name: string | number, at: Place): Place | undefined {
  if (isBody(value)) return { body: value, path: \`\${at.path}/\${name}\`, problems: at.problems };
  wrong(value, name, at, "an object");
  return undefined;
}

/** Expects an object, and checks its fields. */
export function record(value: unknown, name: string | number, at: Place, fields: (at: Place) => void): void {
  const inside = enter(value, name, at);
  if (inside !== undefined) fields(inside);
}

/** Expects an array of objects, and checks the fields of each. */
export function records(value: unknown, name: string, at: Place, fields: (at: Place) => void): void {
  list(value, name, at, (item, index, place) => record(item, index, place, fields));
}

/** A tag that no shape has: a variant from the future where it is a string, otherwise a mistake. */
export function unlisted(value: unknown, name: string, at: Place): Unlisted | undefined {
  if (typeof value === "string") return { variant: value };
  text(value, name, at);
  return undefined;
}
`;
