/** Structs: fields, reading and writing. Frames, their shapes and the named records are all printed by this. */
import type { FieldType, GeneratorField } from "../../model.js";
import { fieldNotes } from "../../notes.js";
import { doc, fieldName, head, quoted } from "./layout.js";

/** A struct to print. */
export interface RustStruct {
  readonly name: string;
  readonly notes: readonly string[];
  readonly fields: readonly GeneratorField[];
  /** Before the names of enums, records and unions: `types::` in the modules of the sides. */
  readonly prefix: string;
}

const any: FieldType = { kind: "json" };

function typeOf(field: GeneratorField): FieldType {
  return field.anyAccepted === true ? any : field.type;
}

/** The Rust type of a value. */
function rustType(type: FieldType, prefix: string): string {
  switch (type.kind) {
    case "string":
      return "String";
    case "integer":
      return "i64";
    case "number":
      return "f64";
    case "boolean":
      return "bool";
    case "object":
      return type.nullable === true ? "Option<Object>" : "Object";
    case "json":
      return "Json";
    case "list":
      return `Vec<${rustType(type.items, prefix)}>`;
    case "enum":
    case "record":
    case "union":
      return `${prefix}${type.name}`;
    case "const":
      throw new Error("a constant is no field");
  }
}

function fieldType(field: GeneratorField, prefix: string): string {
  const type = rustType(typeOf(field), prefix);
  return field.presence === "optional" ? `Option<${type}>` : type;
}

function isNullable(type: FieldType): boolean {
  return type.kind === "object" && type.nullable === true;
}

/** Whether fields use enums, records or unions. */
export function usesTypes(fields: readonly GeneratorField[]): boolean {
  const named = (type: FieldType): boolean =>
    type.kind === "list"
      ? named(type.items)
      : type.kind === "enum" || type.kind === "record" || type.kind === "union";
  return fields.some((field) => named(typeOf(field)));
}

/** Prints a struct, its constructor and its reading and writing. */
export function structLines({ name, notes, fields, prefix }: RustStruct): string[] {
  const variable = fields.filter((field) => field.type.kind !== "const");
  const given = variable.filter((field) => field.presence !== "optional");
  return [
    ...doc(notes),
    `#[derive(Clone, Debug${given.length === 0 ? ", Default" : ""}, PartialEq)]`,
    `pub struct ${name} {`,
    ...variable.flatMap((field) => {
      const told = fieldNotes(field);
      return [
        ...doc(told.length > 0 ? told : [`The field \`${field.name}\`.`], "    "),
        `    pub ${fieldName(field.name)}: ${fieldType(field, prefix)},`,
      ];
    }),
    "    /// Fields that this version does not know.",
    "    pub extra: Extra,",
    "}",
    "",
    ...(given.length === 0 ? [] : constructorLines(name, variable, given, prefix)),
    `impl Record for ${name} {`,
    "    fn read(input: &mut Reader<'_>) -> Result<Self, DecodeError> {",
    ...fields.flatMap((field) => {
      if (field.type.kind !== "const") return [];
      const { value } = field.type;
      return typeof value === "string"
        ? [`        input.constant(${quoted(field.name)}, ${quoted(value)})?;`]
        : [`        input.flag(${quoted(field.name)}, ${value})?;`];
    }),
    "        Ok(Self {",
    ...variable.map((field) => `            ${fieldName(field.name)}: ${reading(field)}?,`),
    "            extra: input.extra(),",
    "        })",
    "    }",
    "",
    "    fn write(&self, out: &mut Fields<'_>) {",
    ...fields.map((field) => `        ${writing(field)};`),
    "        out.extra(&self.extra);",
    "    }",
    "}",
    "",
  ];
}

function constructorLines(
  name: string,
  variable: readonly GeneratorField[],
  given: readonly GeneratorField[],
  prefix: string,
): string[] {
  const isText = (field: GeneratorField) => typeOf(field).kind === "string";
  return [
    `impl ${name} {`,
    "    /// With what is always there; everything else is left out.",
    ...head(
      "    ",
      "pub fn new",
      given.map(
        (field) =>
          `${fieldName(field.name)}: ${isText(field) ? "impl Into<String>" : fieldType(field, prefix)}`,
      ),
      " -> Self",
    ),
    "        Self {",
    ...variable.map((field) => {
      const own = fieldName(field.name);
      if (field.presence === "optional") return `            ${own}: None,`;
      return isText(field) ? `            ${own}: ${own}.into(),` : `            ${own},`;
    }),
    "            extra: Extra::new(),",
    "        }",
    "    }",
    "}",
    "",
  ];
}

function reading(field: GeneratorField): string {
  const type = typeOf(field);
  const name = quoted(field.name);
  switch (field.presence) {
    case "required":
      if (isNullable(type)) return `input.nullable(${name})`;
      return type.kind === "string" && type.nonEmpty === true
        ? `input.non_empty(${name})`
        : `input.required(${name})`;
    case "defaulted":
      return `input.defaulted(${name}, ${quoted(JSON.stringify(field.default))})`;
    case "optional":
      return `input.optional(${name})`;
  }
}

function writing(field: GeneratorField): string {
  const name = quoted(field.name);
  if (field.type.kind === "const") {
    const { value } = field.type;
    return typeof value === "string"
      ? `out.constant(${name}, ${quoted(value)})`
      : `out.field(${name}, &${value})`;
  }
  const value = `&self.${fieldName(field.name)}`;
  if (field.presence === "optional") return `out.optional(${name}, ${value})`;
  return isNullable(typeOf(field)) ? `out.nullable(${name}, ${value})` : `out.field(${name}, ${value})`;
}
