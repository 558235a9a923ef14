/**
 * `npm run mutate:schemas [-- --all | --count N] [--seed S]`: are the vectors worth anything?
 *
 * Deletes one constraint at a time from the TypeBox definitions (a required field, a type, a pattern, a known
 * value, ...), lowers the changed definition and runs the frame's vectors against the result. A deletion that
 * no vector notices is reported, and the script exits 1. Without options it tries twenty, chosen by the seed.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { documents, sides } from "../dist/definitions/index.js";
import { documentSchema, frameSchema } from "../dist/lower/published.js";

const { values: options } = parseArgs({
  options: {
    all: { type: "boolean" },
    count: { type: "string" },
    seed: { type: "string" },
    quiet: { type: "boolean" },
  },
});
const count = Number(options.count ?? 20);
const seed = Number(options.seed ?? 1);
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  console.error("delete-constraints: --count and --seed take whole numbers");
  process.exit(2);
}

const vectorFolder = fileURLToPath(new URL("../vectors/", import.meta.url));

function vectorsOf(file) {
  return JSON.parse(readFileSync(`${vectorFolder}${file}`, "utf8")).vectors;
}

/** What can be deleted at one schema: a label and the deletion. */
function* deletionsAt(schema) {
  for (const name of schema.required ?? []) {
    yield [
      `required ${name}`,
      (copy) => {
        copy.required = copy.required.filter((other) => other !== name);
      },
    ];
  }
  // An open enum is always lowered to strings: its constraint is the list of known values.
  if (
    schema.x?.union === undefined &&
    schema.x?.open === undefined &&
    schema.type !== undefined &&
    schema.const === undefined
  ) {
    yield ["type", (copy) => delete copy.type && delete copy.properties];
  }
  for (const keyword of ["minLength", "pattern"]) {
    if (schema[keyword] !== undefined) yield [keyword, (copy) => delete copy[keyword]];
  }
  if (schema.const !== undefined) {
    yield [
      "const",
      (copy) => {
        delete copy.const;
        delete copy.type;
      },
    ];
  }
  for (const keyword of Object.keys(schema.x?.emit ?? {})) {
    yield [`emit ${keyword}`, (copy) => delete copy.x.emit[keyword]];
  }
  if (schema.x?.open !== undefined) yield ["known values", (copy) => delete copy.x.open];
}

/**
 * Calls `visit(schema, key)` for every schema of a definition. The key names the place within the nearest named
 * type, so that a type that occurs twice is one place: that is how it is written.
 */
function walk(schema, owner, path, visit) {
  const here = schema.x?.name === undefined ? { owner, path } : { owner: schema.x.name, path: "" };
  visit(schema, `${here.owner}${here.path}`);
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    walk(field, here.owner, `${here.path}/${name}`, visit);
  if (schema.items !== undefined) walk(schema.items, here.owner, `${here.path}/items`, visit);
  for (const variant of schema.x?.union?.variants ?? []) walk(variant, here.owner, `${here.path}/|`, visit);
}

function clone(schema) {
  return JSON.parse(JSON.stringify(schema));
}

/** A copy of the definition with one constraint deleted wherever that place occurs. */
function without(schema, owner, key, label) {
  const copy = clone(schema);
  walk(copy, owner, "", (place, placeKey) => {
    if (placeKey !== key) return;
    for (const [placeLabel, apply] of deletionsAt(place)) if (placeLabel === label) apply(place);
  });
  return copy;
}

/** Every definition: how to lower it with another schema in place of its own, and its vectors. */
const targets = [];
for (const side of sides) {
  for (const frame of side.frames) {
    const all = frame.failure === undefined ? frame.variants : [...frame.variants, frame.failure];
    for (const variant of all) {
      const id = `${side.protocol}.${side.side}.${frame.name}${variant.name === undefined ? "" : `/${variant.name}`}`;
      targets.push({
        id,
        schema: variant.schema,
        file: `${side.protocol}/${side.side}/${frame.name.replaceAll("/", "-")}.json`,
        lower: (schema, mode) => {
          const changed = { ...variant, schema };
          const swap = (other) => (other === variant ? changed : other);
          const copy = {
            ...frame,
            variants: frame.variants.map(swap),
            failure: frame.failure === undefined ? undefined : swap(frame.failure),
          };
          return frameSchema(side, copy, mode);
        },
        others: () => underOtherNames(variant),
      });
    }
  }
}
for (const [name, document] of Object.entries(documents)) {
  targets.push({
    id: name,
    schema: document.schema,
    file: `documents/${name}.json`,
    lower: (schema, mode) => documentSchema(name, { ...document, schema }, mode),
    others: () => [],
  });
}

function expected(vector, mode) {
  if (vector.verdict === "valid") return true;
  if (vector.verdict === "invalid") return mode === "accept" && vector.accept === "valid";
  return mode === "accept" || vector.emit === "valid";
}

/** A frame's schema takes no frame with another name, with none, or with one that is not a string. */
function underOtherNames(variant) {
  const [example] = variant.examples;
  const field = "type" in example ? "type" : "method";
  if (!(field in example)) return [];
  const { [field]: _, ...nameless } = example;
  return [nameless, { ...example, [field]: "x_other" }, { ...example, [field]: 7 }].map((value) => ({
    verdict: "invalid",
    value,
  }));
}

function noticed(target, schema) {
  const vectors = [...vectorsOf(target.file), ...target.others()];
  for (const mode of ["emit", "accept"]) {
    const validate = new Ajv2020({ strict: false, logger: false }).compile(target.lower(schema, mode));
    if (vectors.some((vector) => validate(vector.value) !== expected(vector, mode))) return true;
  }
  return false;
}

const sites = new Map();
for (const target of targets) {
  walk(clone(target.schema), target.id, "", (schema, key) => {
    for (const [label] of deletionsAt(schema)) {
      // A frame is always lowered to an object, whatever its definition says.
      if (key === target.id && label === "type") continue;
      const site = `${key}: ${label}`;
      if (!sites.has(site)) sites.set(site, { target, key, label });
    }
  });
}

/** A small generator of pseudo-random numbers, so that a seed names the choice. */
function random(state) {
  let value = state >>> 0;
  return () => {
    value = (Math.imul(value, 1664525) + 1013904223) >>> 0;
    return value / 2 ** 32;
  };
}

let chosen = [...sites];
if (!options.all) {
  const next = random(seed);
  chosen = chosen
    .map((site) => [next(), site])
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, site]) => site);
}
const survivors = [];
for (const [site, { target, key, label }] of chosen) {
  const killed = noticed(target, without(target.schema, target.id, key, label));
  if (!killed) survivors.push(site);
  if (!options.quiet && !options.all) console.log(`${killed ? "noticed " : "MISSED  "} ${site}`);
}
console.log(
  `${chosen.length} of ${sites.size} constraints deleted one by one, ${survivors.length} deletions missed`,
);
for (const site of survivors) console.log(`  missed: ${site}`);
process.exitCode = survivors.length > 0 ? 1 : 0;
