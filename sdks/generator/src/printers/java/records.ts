/** Records: components, a constructor without unknown fields, reading and writing. */
import type { FieldType, GeneratorField } from "../../model.js";
import { camel } from "../../names.js";
import { fieldNotes } from "../../notes.js";
import { call, componentName, javadoc, quoted } from "./layout.js";

/** A record to print: a shape of a frame or a named type. */
export interface JavaRecord {
  readonly name: string;
  readonly notes: readonly string[];
  readonly fields: readonly GeneratorField[];
  /** The interfaces that it implements: at least one. */
  readonly implements: readonly string[];
  /** Nested records are public and static by themselves. */
  readonly head: "public record" | "record";
}

/** The Java type of a component. Optional ones are objects, since null stands for "not there". */
export function javaType(type: FieldType, boxed: boolean): string {
  switch (type.kind) {
    case "string":
      return "String";
    case "integer":
      return boxed ? "Long" : "long";
    case "number":
      return boxed ? "Double" : "double";
    case "boolean":
      return boxed ? "Boolean" : "boolean";
    case "enum":
    case "record":
    case "union":
      return type.name;
    case "object":
      return type.nullable === true ? "Json" : "Json.Obj";
    case "json":
      return "Json";
    case "list":
      return `List<${javaType(type.items, true)}>`;
    case "const":
      throw new Error("a constant is no component");
  }
}

/** The expression that reads a value: a `Read`. */
function reader(type: FieldType): string {
  switch (type.kind) {
    case "string":
      return type.nonEmpty === true ? "Read::nonEmpty" : "Read::text";
    case "integer":
    case "number":
      return `Read::${type.kind}`;
    case "boolean":
      return "Read::flag";
    case "enum":
      return `Read.open(${type.name}::new)`;
    case "record":
    case "union":
      return `${type.name}::read`;
    case "object":
      return type.nullable === true ? "Read::objectOrNull" : "Read::object";
    case "json":
      return "Read::any";
    case "list":
      return `Read.list(${reader(type.items)})`;
    case "const":
      throw new Error("a constant is not read");
  }
}

const any: FieldType = { kind: "json" };

function typeOf(field: GeneratorField): FieldType {
  return field.anyAccepted === true ? any : field.type;
}

function readExpression(field: GeneratorField): string {
  const read = reader(typeOf(field));
  if (field.presence === "defaulted")
    return `in.defaulted(${quoted(field.name)}, ${read}, ${quoted(JSON.stringify(field.default))})`;
  return `in.${field.presence}(${quoted(field.name)}, ${read})`;
}

/** Prints a record at an indent. */
export function recordLines(record: JavaRecord, indent: string): string[] {
  const variable = record.fields.filter((field) => field.type.kind !== "const");
  const names = variable.map((field) => componentName(camel(field.name)));
  const components = variable.map(
    (field, index) => `${javaType(typeOf(field), field.presence === "optional")} ${names[index]}`,
  );
  const params = variable.map((field, index) => ({
    name: names[index] ?? "",
    notes: [...fieldNotes(field), ...(field.presence === "optional" ? ["May be null: not there."] : [])],
  }));
  const inner = `${indent}  `;
  return [
    ...javadoc(record.notes, indent, [
      ...params,
      { name: "extra", notes: ["Fields that this version does not know."] },
    ]),
    ...header(record, [...components, "Map<String, Json> extra"], indent),
    "",
    `${inner}/** Without unknown fields. */`,
    ...call(`public ${record.name}`, components, " {", inner),
    ...call("this", [...names, "Map.of()"], ";", `${inner}  `),
    `${inner}}`,
    "",
    ...readMethod(record, variable, inner),
    "",
    `${inner}@Override`,
    `${inner}public Json.Obj toJson() {`,
    `${inner}  ObjectWriter out = new ObjectWriter();`,
    ...record.fields.map((field) => `${inner}  out.put(${quoted(field.name)}, ${written(field)});`),
    `${inner}  return out.with(extra);`,
    `${inner}}`,
    `${indent}}`,
    "",
  ];
}

/** Where the components need more than a line, the interfaces have a line of their own. */
function header(record: JavaRecord, components: readonly string[], indent: string): string[] {
  const head = `${record.head} ${record.name}`;
  const after = `implements ${record.implements.join(", ")} {`;
  const whole = call(head, components, ` ${after}`, indent);
  return whole.length === 1 ? whole : [...call(head, components, "", indent), `${indent}    ${after}`];
}

function written(field: GeneratorField): string {
  if (field.type.kind === "const") return JSON.stringify(field.type.value);
  return componentName(camel(field.name));
}

function readMethod(record: JavaRecord, variable: readonly GeneratorField[], indent: string): string[] {
  const constants = record.fields.filter((field) => field.type.kind === "const");
  return [
    `${indent}static ${record.name} read(Json value, Place at) {`,
    `${indent}  ObjectReader in = new ObjectReader(value, at);`,
    ...constants.map((field) => {
      const value = field.type.kind === "const" ? JSON.stringify(field.type.value) : "";
      return `${indent}  in.constant(${quoted(field.name)}, ${value});`;
    }),
    ...call(`return new ${record.name}`, [...variable.map(readExpression), "in.extra()"], ";", `${indent}  `),
    `${indent}}`,
  ];
}
