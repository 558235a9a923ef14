/** Dataclasses: attributes, reading and writing. */
import type { FieldType, GeneratorField } from "../../model.js";
import { fieldNotes } from "../../notes.js";
import { attribute, bracketed, docstring, literal, quoted } from "./layout.js";

/** A class to print: a shape of a frame or a named type. */
export interface PythonClass {
  readonly name: string;
  readonly notes: readonly string[];
  readonly fields: readonly GeneratorField[];
}

/** Says in which module a named type lives; empty for the module that is printed. */
export type ModuleOf = (type: string) => string;

/** The Python type of a field's value. */
export function pythonType(type: FieldType, moduleOf: ModuleOf): string {
  switch (type.kind) {
    case "string":
      return "str";
    case "integer":
      return "int";
    case "number":
      return "float";
    case "boolean":
      return "bool";
    case "const":
      return `Literal[${literal(type.value)}]`;
    case "enum":
      return `${type.name} | str`;
    case "object":
      return type.nullable === true ? "JsonObject | None" : "JsonObject";
    case "json":
      return "Any";
    case "list":
      return `list[${pythonType(type.items, moduleOf)}]`;
    case "record":
    case "union":
      return `${moduleOf(type.name)}${type.name}`;
  }
}

/** The expression that reads a value. */
function reader(type: FieldType, moduleOf: ModuleOf): string {
  switch (type.kind) {
    case "string":
      return type.nonEmpty === true ? "codec.non_empty" : "codec.text";
    case "integer":
    case "number":
      return `codec.${type.kind}`;
    case "boolean":
      return "codec.flag";
    case "enum":
      return "codec.text";
    case "object":
      return type.nullable === true ? "codec.json_object_or_none" : "codec.json_object";
    case "json":
      return "codec.anything";
    case "list":
      return `codec.items(${reader(type.items, moduleOf)})`;
    case "record":
      return `${moduleOf(type.name)}${type.name}.read`;
    case "union":
      return `${moduleOf(type.name)}${readUnion(type.name)}`;
    case "const":
      throw new Error("a constant is not read");
  }
}

/** The function that reads a member of a union: `ContentBlock` -> `read_content_block`. */
export function readUnion(name: string): string {
  return `read${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

/** The expression that writes a value. */
function writer(type: FieldType, value: string): string {
  if (type.kind === "record" || type.kind === "union") return `${value}.to_json()`;
  if (type.kind !== "list") return value;
  const item = writer(type.items, "item");
  return item === "item" ? value : `[${item} for item in ${value}]`;
}

const any: FieldType = { kind: "json" };

function typeOf(field: GeneratorField): FieldType {
  return field.anyAccepted === true ? any : field.type;
}

/** Prints a class, with two blank lines after it. */
export function classLines({ name, notes, fields }: PythonClass, moduleOf: ModuleOf): string[] {
  const variable = fields.filter((field) => field.type.kind !== "const");
  return [
    "@dataclass(slots=True, kw_only=True)",
    `class ${name}:`,
    ...docstring(notes, "    "),
    "",
    ...fields.flatMap((field) =>
      field.type.kind === "const"
        ? [
            `    ${attribute(field.name)}: ClassVar[${pythonType(field.type, moduleOf)}] = ${literal(field.type.value)}`,
            ...docstring(fieldNotes(field), "    "),
          ]
        : [],
    ),
    ...variable.flatMap((field) => [...declared(field, moduleOf), ...docstring(fieldNotes(field), "    ")]),
    "    extra: JsonObject = field(default_factory=dict)",
    '    """Fields that this version does not know."""',
    "",
    "    @classmethod",
    `    def read(cls, value: object) -> ${name}:`,
    '        """Reads it from JSON; raises `codec.Mismatch`."""',
    "        fields = codec.Fields(value)",
    ...fields.flatMap((field) =>
      field.type.kind === "const"
        ? [`        fields.constant(${quoted(field.name)}, ${literal(field.type.value)})`]
        : [],
    ),
    "        return cls(",
    ...variable.flatMap((field) => readLines(field, moduleOf)),
    "            extra=fields.rest(),",
    "        )",
    "",
    "    def to_json(self) -> JsonObject:",
    '        """Its form in JSON."""',
    "        out: JsonObject = {}",
    ...fields.flatMap(written),
    "        return codec.with_extra(out, self.extra)",
    "",
    "",
  ];
}

function declared(field: GeneratorField, moduleOf: ModuleOf): string[] {
  const name = attribute(field.name);
  const type = pythonType(typeOf(field), moduleOf);
  if (field.presence === "required") return [`    ${name}: ${type}`];
  if (field.presence === "optional")
    return [`    ${name}: ${type === "Any" ? type : `${type} | None`} = None`];
  return [`    ${name}: ${type} = ${defaultOf(field.default)}`];
}

/** A default that could be changed is made anew for each instance. */
function defaultOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return literal(value);
  if (Object.keys(value).length === 0)
    return `field(default_factory=${Array.isArray(value) ? "list" : "dict"})`;
  return `field(default_factory=lambda: ${literal(value)})`;
}

function readLines(field: GeneratorField, moduleOf: ModuleOf): string[] {
  const items = [quoted(field.name), reader(typeOf(field), moduleOf)];
  if (field.presence === "defaulted") items.push(literal(field.default));
  return bracketed(`${attribute(field.name)}=fields.${field.presence}(`, items, "),", "            ");
}

function written(field: GeneratorField): string[] {
  const key = `out[${quoted(field.name)}]`;
  if (field.type.kind === "const") return [`        ${key} = ${literal(field.type.value)}`];
  const value = `self.${attribute(field.name)}`;
  const expression = field.anyAccepted === true ? value : writer(field.type, value);
  return field.presence === "optional"
    ? [`        if ${value} is not None:`, `            ${key} = ${expression}`]
    : [`        ${key} = ${expression}`];
}
