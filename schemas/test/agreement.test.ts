/**
 * The compiled validators and the published schemas are two lowerings of the same definitions. Random damage to
 * valid frames looks for a frame on which they differ.
 */
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, it } from "vitest";
import { createChecker, type Protocol } from "../src/index.js";
import { loadVectors } from "./vectors.js";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Replaces, drops or adds one value somewhere in a document. */
function damage(value: Json, path: readonly number[], replacement: Json | undefined): Json {
  const [first, ...rest] = path;
  if (typeof value !== "object" || value === null || first === undefined) return replacement ?? value;
  const keys = Object.keys(value);
  if (keys.length === 0) return replacement ?? value;
  const key = keys[first % keys.length] as string;
  const inner = (value as { [key: string]: Json })[key] as Json;
  const changed = rest.length === 0 ? replacement : damage(inner, rest, replacement);
  if (Array.isArray(value)) {
    const index = Number(key);
    return changed === undefined ? value.toSpliced(index, 1) : value.with(index, changed);
  }
  if (changed !== undefined) return { ...value, [key]: changed };
  const { [key]: _, ...others } = value;
  return others;
}

const replacement: fc.Arbitrary<Json | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom<Json[]>(
    null,
    "",
    "x",
    0,
    -1,
    1.5,
    true,
    false,
    [],
    {},
    ["x"],
    { type: "x" },
    { type: "text" },
    "noop",
  ),
  fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>,
);

const compiled = new Map<string, ValidateFunction>();

function sideValidator(protocol: string, from: string, mode: string): ValidateFunction {
  const file = `../json/${protocol}/${from}.${mode}.json`;
  const validate =
    compiled.get(file) ??
    new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")));
  compiled.set(file, validate);
  return validate;
}

const files = loadVectors().filter(({ frame }) => /^(extproto|rpc)\./.test(frame));

describe.each(["emit", "accept"] as const)("in %s mode", (mode) => {
  it.each(files)("decoder and published schema agree about damaged $frame", ({ frame, vectors }) => {
    const [protocol, from] = frame.split(".") as [Protocol, string];
    const validate = sideValidator(protocol, from, mode);
    const decode = createChecker({ protocol, from, mode });
    const valid = vectors
      .filter((vector) => vector.verdict === "valid")
      .map((vector) => vector.value as Json);
    fc.assert(
      fc.property(
        fc.constantFrom(...valid),
        fc.array(fc.nat(40), { minLength: 1, maxLength: 4 }),
        replacement,
        (value, path, change) => {
          const damaged = damage(value, path, change);
          const decoded = decode(JSON.stringify(damaged));
          const taken = decoded.kind === "frame" || (mode === "accept" && decoded.kind === "unknown");
          if (taken !== validate(damaged)) {
            throw new Error(`decoder: ${decoded.kind}, published: ${!taken}: ${JSON.stringify(damaged)}`);
          }
        },
      ),
      { numRuns: 150, seed: 42 },
    );
  });
});
