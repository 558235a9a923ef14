/** A JSON Schema as tables of a Markdown page: one for the fields of each object in it. */
import type { ShapeSchema } from "../case/schema.js";

/** How deep a field lies: `deadlines.NAME.default`. */
type Path = readonly string[];

interface Field {
  readonly path: Path;
  readonly schema: ShapeSchema;
  readonly required: boolean;
}

/**
 * The fields of an object, those of inner objects below their own, as one table. `leave` names fields whose inside
 * is told elsewhere.
 */
export function fieldTable(schema: ShapeSchema, leave: readonly string[] = []): string {
  const rows = fieldsOf(schema, [], leave).map(({ path, schema: field, required }) => [
    `\`${path.join(".")}\``,
    typeOf(field),
    required ? "yes" : "",
    descriptionOf(field),
  ]);
  return markdownTable(["field", "type", "needed", "meaning"], rows);
}

function fieldsOf(schema: ShapeSchema, path: Path, leave: readonly string[]): readonly Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const here = [...path, name];
    const own = { path: here, schema: field, required: schema.required?.includes(name) === true };
    return leave.includes(here.join(".")) ? [own] : [own, ...inside(field, here, leave)];
  });
}

/** What lies within a field: fields, the values of a mapping under any NAME, the elements of a list. */
function inside(schema: ShapeSchema, path: Path, leave: readonly string[]): readonly Field[] {
  const values = mapValues(schema);
  const choices = [...(schema.anyOf ?? []), ...(schema.items?.anyOf ?? [])];
  return [
    ...fieldsOf(schema, path, leave),
    ...(values === undefined ? [] : inside(values, [...path, "NAME"], leave)),
    ...(schema.items === undefined ? [] : fieldsOf(schema.items, path, leave)),
    ...choices.flatMap((choice) => fieldsOf(choice, path, leave)),
  ];
}

/** The schema of a mapping's values, in either way of writing it. */
function mapValues(schema: ShapeSchema): ShapeSchema | undefined {
  const { patternProperties } = schema as { readonly patternProperties?: Record<string, ShapeSchema> };
  const [value] = Object.values(patternProperties ?? {});
  if (value !== undefined) return value;
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

function typeOf(schema: ShapeSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(", ");
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(" or ");
  if (schema.type === "array")
    return `list of ${schema.items === undefined ? "values" : plural(schema.items)}`;
  if (schema.type !== "object") return schema.type ?? "any value";
  const values = mapValues(schema);
  return values === undefined ? "mapping" : `mapping of ${plural(values)}`;
}

function plural(schema: ShapeSchema): string {
  const type = typeOf(schema);
  return /^[a-z]+$/.test(type) ? `${type}s` : type;
}

/** A list of alternatives is described as a whole; where it is not, by its alternatives. */
function descriptionOf(schema: ShapeSchema): string {
  return schema.description ?? (schema.anyOf ?? []).map(descriptionOf).filter(Boolean).join(" Or: ");
}

/** A table of Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
