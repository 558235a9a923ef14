/**
 * Definitions -> the JSON Schemas that are published, two for each frame.
 *
 * `emit` is what a sender may write: no null, known values, tagged unions closed.
 * `accept` is what a receiver takes: null as absent, unknown values, an explicit branch for what is unknown.
 */
import { annotations, type TSchema } from "../define/fields.js";
import type { Document, Frame, Variant } from "../define/frame.js";
import { resultMarks } from "../definitions/dhara.js";
import type { SideDefinition } from "../definitions/index.js";
import { specVersion } from "../definitions/registries.js";
import { type JsonSchema, type Mode, type Source, scalar } from "./json-schema.js";

type Defs = Map<string, JsonSchema>;

const dialect = "https://json-schema.org/draft/2020-12/schema";

function described(source: Source, lowered: JsonSchema): JsonSchema {
  return source.description === undefined || source.description === ""
    ? lowered
    : { description: source.description, ...lowered };
}

function nullable(schema: JsonSchema): JsonSchema {
  const { description, ...rest } = schema;
  const about = description === undefined ? {} : { description };
  if (typeof rest.type === "string" && rest.const === undefined)
    return { ...about, ...rest, type: [rest.type, "null"] };
  if (Array.isArray(rest.type)) return { ...about, ...rest, type: [...new Set([...rest.type, "null"])] };
  if (Object.keys(rest).length === 0) return schema;
  return { ...about, anyOf: [rest, { type: "null" }] };
}

function define(name: string, defs: Defs, body: () => JsonSchema): JsonSchema {
  if (!defs.has(name)) {
    defs.set(name, {});
    defs.set(name, body());
  }
  return { $ref: `#/$defs/${name}` };
}

function unknownBranch(tag: string, known: readonly string[], doc: string): JsonSchema {
  return {
    description: doc,
    type: "object",
    properties: { [tag]: { type: "string", not: { enum: [...known] } } },
    required: [tag],
  };
}

function lowerUnion(tag: string, variants: readonly TSchema[], mode: Mode, defs: Defs): JsonSchema {
  const branches = variants.map((variant) => lowerField(variant, mode, defs));
  if (mode === "emit") return { oneOf: branches };
  const known = variants.map((variant) => String((variant as Source).properties?.[tag]?.const));
  return {
    oneOf: [...branches, unknownBranch(tag, known, `A value of ${tag} that this version does not know.`)],
  };
}

function lowerObject(source: Source, mode: Mode, defs: Defs): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(source.properties ?? {})) {
    const lowered = described(field, lowerField(field as TSchema, mode, defs));
    const { lenient } = annotations(field as TSchema);
    const mustBeThere =
      source.required?.includes(name) === true && (mode === "emit" || lenient === undefined);
    if (mustBeThere) required.push(name);
    properties[name] =
      mode === "emit" || mustBeThere
        ? lowered
        : { ...nullable(lowered), ...(lenient === undefined ? {} : { default: lenient.default }) };
  }
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
}

/** Lowers one type. Named types go to `defs` and come back as a reference. */
export function lowerField(schema: TSchema, mode: Mode, defs: Defs): JsonSchema {
  const source = schema as Source;
  const { name, open, emit, union, anyAccepted } = annotations(schema);
  if (anyAccepted && mode === "accept") return {};
  if (union !== undefined) {
    return define(name ?? "", defs, () => lowerUnion(union.tag, union.variants, mode, defs));
  }
  if (source.type === "object" && source.properties !== undefined) {
    const body = () => lowerObject(source, mode, defs);
    return name === undefined ? body() : define(name, defs, body);
  }
  if (source.type === "array")
    return { type: "array", items: lowerField(source.items as TSchema, mode, defs) };
  if (open !== undefined) {
    return mode === "emit" ? { type: "string", enum: [...open] } : { type: "string", examples: [...open] };
  }
  return { ...scalar(source), ...(mode === "emit" ? emit : {}) };
}

function lowerVariant(frame: Frame, variant: Variant, mode: Mode, defs: Defs): JsonSchema {
  const lowered = lowerObject(variant.schema as Source, mode, defs);
  if (
    mode === "accept" &&
    frame.tag !== undefined &&
    frame.tagDefault === variant.name &&
    lowered.properties
  ) {
    const doc = lowered.properties[frame.tag]?.description;
    lowered.properties[frame.tag] = {
      ...(doc === undefined ? {} : { description: doc }),
      type: ["string", "null"],
      enum: [variant.name, "", null],
      default: variant.name,
    };
    lowered.required = lowered.required?.filter((field) => field !== frame.tag) ?? [];
  }
  return { description: variant.doc, ...lowered };
}

function unknownVariant(frame: Frame, tag: string): JsonSchema {
  const known = frame.variants.map((variant) => variant.name as string);
  const branch = unknownBranch(
    tag,
    frame.tagDefault === undefined ? known : [...known, ""],
    `A value of ${tag} that this version does not know.`,
  );
  const first = frame.variants[0] as Variant;
  const type = (first.schema as Source).properties?.type;
  return {
    ...branch,
    properties: {
      ...(type === undefined ? {} : { type: { const: type.const } }),
      ...branch.properties,
      ...(frame.failure === undefined ? {} : { success: { const: true } }),
    },
    required: [
      ...(type === undefined ? [] : ["type"]),
      tag,
      ...(frame.failure === undefined ? [] : ["success"]),
    ],
  };
}

/** A Dhara result that has none of the fields by which the known ones are told apart. */
function unknownResult(): JsonSchema {
  const marked = Object.values(resultMarks).map((field) => ({ required: [field] }));
  return {
    description: "A result that this version does not know.",
    type: "object",
    properties: { result: { type: "object", not: { anyOf: marked } } },
    required: ["result"],
  };
}

/** Lowers a frame; its variants and named types go to `defs`. */
export function lowerFrame(frame: Frame, mode: Mode, defs: Defs): JsonSchema {
  const all = frame.failure === undefined ? frame.variants : [...frame.variants, frame.failure];
  const [only] = all;
  if (all.length === 1 && only !== undefined) return lowerVariant(frame, only, mode, defs);
  const branches = all.map((variant) =>
    define(`${frame.name}.${variant.name}`, defs, () => lowerVariant(frame, variant, mode, defs)),
  );
  if (frame.tag === undefined) {
    if (mode === "accept") branches.push(unknownResult());
    return { description: frame.doc, anyOf: branches };
  }
  if (mode === "accept") branches.push(unknownVariant(frame, frame.tag));
  return { description: frame.doc, oneOf: branches };
}

function withDefs(head: JsonSchema, body: JsonSchema, defs: Defs): JsonSchema {
  return {
    ...head,
    ...body,
    ...(defs.size === 0 ? {} : { $defs: Object.fromEntries([...defs].sort(byName)) }),
  };
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

function head(name: string, mode: Mode): JsonSchema {
  return {
    $schema: dialect,
    $id: `urn:extproto:${specVersion}:${name.replaceAll("/", "-")}:${mode}`,
    title: name,
  };
}

/** The published schema of one frame: self-contained. */
export function frameSchema(side: SideDefinition, frame: Frame, mode: Mode): JsonSchema {
  const defs: Defs = new Map();
  const body = lowerFrame(frame, mode, defs);
  return withDefs(head(`${side.protocol}.${side.side}.${frame.name}`, mode), body, defs);
}

/** The published schema of a document. */
export function documentSchema(name: string, document: Document, mode: Mode): JsonSchema {
  const defs: Defs = new Map();
  const body = lowerObject(document.schema as Source, mode, defs);
  return withDefs({ ...head(name, mode), description: document.doc }, body, defs);
}

/** The published schema of everything that one side sends. */
export function sideSchema(side: SideDefinition, mode: Mode): JsonSchema {
  const defs: Defs = new Map();
  const branches = side.frames.map((frame) => define(frame.name, defs, () => lowerFrame(frame, mode, defs)));
  const about = { ...head(`${side.protocol}.${side.side}`, mode), description: side.doc };
  const escaped = branches.map(({ $ref }) => ({
    $ref: ($ref as string).replace("tools/", "tools~1").replace("commands/", "commands~1"),
  }));
  if (side.protocol === "dhara") return withDefs(about, { anyOf: escaped }, defs);
  if (mode === "accept") {
    const known = side.frames.map((frame) => frame.name);
    escaped.push(
      unknownBranch("type", known, "A frame that this version does not know.") as { $ref: string },
    );
  }
  return withDefs(about, { oneOf: escaped }, defs);
}
