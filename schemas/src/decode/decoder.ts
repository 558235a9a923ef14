/**
 * A line of text -> a typed frame or a precise error.
 *
 * The hot path is: parse, look the type up, run one compiled validator. Everything else (null as absent,
 * missing fields that have a default, wording of errors, unknown fields) happens only when that fails or
 * when strict mode asks for it.
 */
import type { JsonObject } from "../define/fields.js";
import { findFrame, findShape, type Shape } from "../model/index.js";
import { type FrameError, frameError, type Problem, problemOf, type ValidatorError } from "./problem.js";
import { quote } from "./quote.js";
import { fieldAt, repair, unknownFields, valueAt } from "./walk.js";

/** A compiled validator. */
export interface Validate {
  (value: unknown): boolean;
  errors?: readonly ValidatorError[] | null;
}

/** How one frame type is validated. */
export interface Entry {
  /** The validator of a frame with one shape; null where `variants` has them. */
  readonly validate: Validate | null;
  readonly tag: string;
  readonly tagDefault: string | null;
  readonly variants: ReadonlyMap<string, Validate> | null;
  readonly failure: Validate | null;
}

/** The frames of one side, by name. */
export type Table = ReadonlyMap<string, Entry>;

/** What came of a line. */
export type Decoded<F> =
  | { readonly kind: "frame"; readonly frame: F }
  | {
      /** A type, or a variant of a known type, that this version does not know. */
      readonly kind: "unknown";
      readonly type: string;
      readonly variant: string | undefined;
      readonly value: JsonObject;
      readonly raw: string;
    }
  | {
      readonly kind: "invalid";
      readonly error: FrameError;
      /** The parsed object, where the line was one: it may still tell which request it wanted to answer. */
      readonly value: JsonObject | undefined;
    };

/** Decodes the lines of one side. */
export interface Decoder<F> {
  /** Decodes a line, given without its LF. */
  (line: string): Decoded<F>;
  /** Judges a value that is already parsed. It is not changed. */
  check(value: unknown): Decoded<F>;
}

/** Picks a frame's name out of a message; undefined where the message has none. */
export type Classify = (
  value: JsonObject,
) => { readonly name: string; readonly variant?: string } | undefined;

/** What a decoder is made of. */
export interface DecoderParts {
  /** Qualifies names in errors: `extproto.host`. */
  readonly side: string;
  readonly table: Table;
  /** `accept` repairs what a receiver tolerates; `emit` holds a sender to its duties. */
  readonly mode: "accept" | "emit";
  /** Reports fields that the definitions do not know. */
  readonly strict: boolean;
  /** For protocols that are not told apart by `type`. */
  readonly classify?: Classify;
}

/** Makes the decoder of one side. */
export function createDecoder<F>(parts: DecoderParts): Decoder<F> {
  const { table, classify, strict } = parts;

  function decode(line: string): Decoded<F> {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return invalid("EXT_NOT_JSON", undefined, [
        { path: "", rule: "json", expected: "one JSON object on one line", actual: "not JSON" },
      ]);
    }
    return judge(value, line);
  }

  function judge(value: unknown, raw: string | undefined): Decoded<F> {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return invalid("EXT_NOT_OBJECT", undefined, [
        { path: "", rule: "object", expected: "a JSON object", actual: quote(value) },
      ]);
    }
    const frame = value as JsonObject;
    let name: unknown = frame.type;
    let variant: unknown;
    if (classify !== undefined) {
      const found = classify(frame);
      name = found?.name;
      variant = found?.variant;
    }
    if (typeof name !== "string") return withoutType(frame, classify !== undefined);
    const entry = table.get(name);
    if (entry === undefined) return unknown(name, undefined, frame, raw);

    let validate = entry.validate;
    if (validate === null) {
      variant ??= frame[entry.tag];
      if (entry.failure !== null && frame.success === false) {
        validate = entry.failure;
        variant = "failure";
      } else {
        if (entry.tagDefault !== null && (variant === undefined || variant === null || variant === "")) {
          if (parts.mode === "accept") {
            variant = entry.tagDefault;
            if (raw !== undefined) frame[entry.tag] = variant as string;
          }
        }
        if (typeof variant !== "string") return badTag(name, entry, frame);
        validate = entry.variants?.get(variant) ?? null;
        if (validate === null) return unknown(name, variant, frame, raw);
      }
    }
    if (validate(frame) && !strict) return { kind: "frame", frame: frame as F };
    return slowly(name, variant as string | undefined, frame, validate, raw);
  }

  /** The first validation failed, or strict mode wants to know more. */
  function slowly(
    name: string,
    variant: string | undefined,
    given: JsonObject,
    validate: Validate,
    raw: string | undefined,
  ): Decoded<F> {
    const shape = shapeOf(`${parts.side}.${name}`, variant);
    let frame = given;
    if (!validate(frame) && parts.mode === "accept" && shape !== undefined) {
      if (raw === undefined) frame = structuredClone(given);
      if (repair(frame, shape.fields)) validate(frame);
    }
    const problems = problemsOf(validate, frame, shape);
    if (strict && shape !== undefined) problems.push(...unknownFields(frame, shape.fields));
    if (problems.length === 0) return { kind: "frame", frame: frame as F };
    return invalid("EXT_INVALID_FRAME", qualified(name, variant), problems, frame);
  }

  function qualified(name: string, variant: string | undefined): string {
    return variant === undefined ? `${parts.side}.${name}` : `${parts.side}.${name}/${variant}`;
  }

  function badTag(name: string, entry: Entry, frame: JsonObject): Decoded<F> {
    const known = [...(entry.variants?.keys() ?? [])];
    const held = frame[entry.tag];
    return invalid(
      "EXT_INVALID_FRAME",
      `${parts.side}.${name}`,
      [
        {
          path: `/${entry.tag}`,
          rule: held === undefined ? "required" : "type",
          expected: `one of ${known.map((value) => JSON.stringify(value)).join(", ")}`,
          actual: quote(held),
        },
      ],
      frame,
    );
  }

  function unknown(
    type: string,
    variant: string | undefined,
    value: JsonObject,
    raw: string | undefined,
  ): Decoded<F> {
    return { kind: "unknown", type, variant, value, raw: raw ?? JSON.stringify(value) };
  }

  return Object.assign(decode, { check: (value: unknown) => judge(value, undefined) });
}

function shapeOf(id: string, variant: string | undefined): Shape | undefined {
  const frame = findFrame(id);
  return frame === undefined ? undefined : findShape(frame, variant);
}

/** A frame can be wrong in every one of a million places; nobody reads them, and finding words for them takes long. */
const mostProblems = 1000;

/** The problems that a validator's last run found, the first thousand of them. */
export function problemsOf(
  validate: Validate,
  value: unknown,
  shape: Pick<Shape, "fields"> | undefined,
): Problem[] {
  const problems: Problem[] = [];
  for (const error of validate.errors ?? []) {
    if (problems.length === mostProblems) break;
    const path =
      error.keyword === "required"
        ? `${error.instancePath}/${String(error.params.missingProperty)}`
        : error.instancePath;
    const field = shape === undefined ? undefined : fieldAt(shape.fields, value, path);
    const problem = problemOf(error, valueAt(value, error.instancePath), field);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

function withoutType<F>(frame: JsonObject, otherProtocol: boolean): Decoded<F> {
  if (otherProtocol) {
    return invalid(
      "EXT_NO_TYPE",
      undefined,
      [
        {
          path: "",
          rule: "type-field",
          expected: "a JSON-RPC message with a method, a result or an error",
          actual: quote(frame),
        },
      ],
      frame,
    );
  }
  const problem: Problem = {
    path: "/type",
    rule: frame.type === undefined ? "required" : "type-field",
    expected: "a string that names the frame",
    actual: quote(frame.type),
  };
  return invalid("EXT_NO_TYPE", undefined, [problem], frame);
}

function invalid<F>(
  code: FrameError["code"],
  frame: string | undefined,
  problems: readonly Problem[],
  value?: JsonObject,
): Decoded<F> {
  return { kind: "invalid", error: frameError(code, frame, problems), value };
}
