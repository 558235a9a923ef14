/** Structs: fields, reading and writing. Frames, their shapes and the named records are all printed by this. */
import type { FieldType, GeneratorField } from "../../model.js";
import { fieldNotes } from "../../notes.js";
import { comment, goName, quoted } from "./layout.js";

/** A struct to print. */
export interface GoStruct {
  readonly name: string;
  readonly notes: readonly string[];
  /** Name in errors: that of the frame, or of the record. */
  readonly id: string;
  readonly fields: readonly GeneratorField[];
}

const any: FieldType = { kind: "json" };

function typeOf(field: GeneratorField): FieldType {
  return field.anyAccepted === true ? any : field.type;
}

/** The Go type of a value. */
function goType(type: FieldType): string {
  switch (type.kind) {
    case "string":
      return "string";
    case "integer":
      return "int64";
    case "number":
      return "float64";
    case "boolean":
      return "bool";
    case "object":
    case "json":
      return "json.RawMessage";
    case "list":
      return `[]${goType(type.items)}`;
    case "enum":
    case "record":
    case "union":
      return type.name;
    case "const":
      throw new Error("a constant is no field");
  }
}

/** Whether nil can stand for "not there", so that no pointer is needed. */
function hasNil(type: FieldType): boolean {
  return type.kind === "object" || type.kind === "json" || type.kind === "list" || type.kind === "union";
}

/** The function that reads a value. */
function reader(type: FieldType): string {
  switch (type.kind) {
    case "string":
      return type.nonEmpty === true ? "readNonEmpty" : "readText[string]";
    case "enum":
      return `readText[${type.name}]`;
    case "integer":
      return "readInteger";
    case "number":
      return "readNumber";
    case "boolean":
      return "readFlag";
    case "object":
      return type.nullable === true ? "readObjectOrNull" : "readObject";
    case "json":
      return "readAny";
    case "list":
      return `readList(${reader(type.items)})`;
    case "record":
      return `readRecord[${type.name}]`;
    case "union":
      return `read${type.name}`;
    case "const":
      throw new Error("a constant is not read");
  }
}

/** The function that writes a value. */
function writer(type: FieldType): string {
  switch (type.kind) {
    case "string":
      return "writeText[string]";
    case "enum":
      return `writeText[${type.name}]`;
    case "integer":
      return "writeInteger";
    case "number":
      return "writeNumber";
    case "boolean":
      return "writeFlag";
    case "object":
      return type.nullable === true ? "writeAny" : "writeObject";
    case "json":
      return "writeAny";
    case "list":
      return `writeList(${writer(type.items)})`;
    case "record":
    case "union":
      return `writeMember[${type.name}]`;
    case "const":
      throw new Error("a constant is not written by its type");
  }
}

/** A call of a reader or writer: a generic function is instantiated by its arguments. */
function called(name: string): string {
  return name.replace(/\[\w+\]$/, "");
}

/** Prints a struct with its methods. */
export function structLines(struct: GoStruct): string[] {
  const variable = struct.fields.filter((field) => field.type.kind !== "const");
  return [
    ...comment(struct.notes),
    `type ${struct.name} struct {`,
    ...variable.flatMap((field) => {
      const type = typeOf(field);
      const pointer = field.presence === "optional" && !hasNil(type) ? "*" : "";
      const notes = fieldNotes(field);
      return [
        ...comment(notes.length > 0 ? notes : [`${goName(field.name)} is the field ${field.name}.`], "\t"),
        `\t${goName(field.name)} ${pointer}${goType(type)}`,
      ];
    }),
    "\t// Extra has the fields that this version does not know.",
    "\tExtra map[string]json.RawMessage",
    "}",
    "",
    "// MarshalJSON writes it on one line; what is nil or not there is left out.",
    `func (v ${struct.name}) MarshalJSON() ([]byte, error) {`,
    "\treturn marshal(v.write)",
    "}",
    "",
    "// UnmarshalJSON reads it; an error is a *DecodeError.",
    `func (v *${struct.name}) UnmarshalJSON(text []byte) error {`,
    `\treturn unmarshal(text, ${quoted(struct.id)}, v.read)`,
    "}",
    "",
    `func (v *${struct.name}) read(in *reader) {`,
    ...struct.fields.map((field) => `\t${readLine(field)}`),
    "\tv.Extra = in.extra()",
    "}",
    "",
    `func (v ${struct.name}) write(out *writer) {`,
    "\tout.open()",
    ...struct.fields.flatMap(writeLines),
    `\tout.close(${["v.Extra", ...struct.fields.map(({ name }) => quoted(name))].join(", ")})`,
    "}",
    "",
  ];
}

function readLine(field: GeneratorField): string {
  if (field.type.kind === "const") {
    const { value } = field.type;
    return typeof value === "string"
      ? `in.constant(${quoted(field.name)}, ${quoted(value)})`
      : `in.constantFlag(${quoted(field.name)}, ${value})`;
  }
  const type = typeOf(field);
  const target = `v.${goName(field.name)}`;
  const source = `in, ${quoted(field.name)}, ${reader(type)}`;
  switch (field.presence) {
    case "required":
      return `${target} = required(${source})`;
    case "defaulted":
      return `${target} = defaulted(${source}, ${quoted(JSON.stringify(field.default))})`;
    case "optional":
      return `${target} = ${hasNil(type) ? "optional" : "pointer"}(${source})`;
  }
}

function writeLines(field: GeneratorField): string[] {
  const out = `out.field(${quoted(field.name)})`;
  if (field.type.kind === "const") {
    const { value } = field.type;
    return typeof value === "string"
      ? [`\twriteText(${out}, ${quoted(value)})`]
      : [`\twriteFlag(${out}, ${value})`];
  }
  const type = typeOf(field);
  const value = `v.${goName(field.name)}`;
  const write = called(writer(type));
  if (field.presence === "optional") {
    return [`\tif ${value} != nil {`, `\t\t${write}(${out}, ${hasNil(type) ? value : `*${value}`})`, "\t}"];
  }
  if (field.presence === "defaulted" && hasNil(type)) {
    return [
      `\tif ${value} != nil {`,
      `\t\t${write}(${out}, ${value})`,
      "\t} else {",
      `\t\twriteAny(${out}, json.RawMessage(${quoted(JSON.stringify(field.default))}))`,
      "\t}",
    ];
  }
  return [`\t${write}(${out}, ${value})`];
}
