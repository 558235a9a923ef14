/** What a sender may write, as one table a side: stricter than the decoders, which take what a reader tolerates. */
import type {
  FieldType,
  GeneratorField,
  GeneratorFrame,
  GeneratorModel,
  GeneratorSide,
  GeneratorType,
} from "../../model.js";
import { camel } from "../../names.js";
import { comment, importFrom, width } from "./layout.js";

const rules = ["atLeast", "byTag", "exactly", "failing", "inside", "judged", "listOf", "matching", "oneOf"];
const checks = ["flag", "integer", "nonEmpty", "number", "object", "objectOrNull", "text"];

/** The lines of the file. */
export function senderLines(model: GeneratorModel): string[] {
  const sides = model.protocols.flatMap((protocol) => protocol.sides);
  const lines = [...model.types.flatMap(typeRule), ...sides.flatMap(sideRule)];
  const code = lines.join("\n");
  const used = (names: readonly string[]) => names.filter((name) => new RegExp(`[( ]${name}\\b`).test(code));
  return [
    ...importFrom("./constants.js", used(model.enums.map(valuesName)), false),
    ...importFrom("./decode.js", [...used(checks), "type DecodeError"], false),
    ...importFrom(
      "./rules.js",
      [...used([...rules, "anything", "base64", "optional", "shape"]), "type Fields"],
      false,
    ),
    "",
    ...lines,
  ];
}

function valuesName({ name }: { readonly name: string }): string {
  return `${camel(name)}Values`;
}

function ruleName(typeName: string): string {
  return `${camel(typeName)}Rule`;
}

function typeRule(type: GeneratorType): string[] {
  if (type.kind === "record")
    return [`const ${ruleName(type.name)}: Fields = ${shape(type.fields, "")};`, ""];
  const members = type.members.map((member) => `  ${key(member.value)}: ${ruleName(member.type)},`);
  return [
    `const ${ruleName(type.name)}: Fields = byTag(${JSON.stringify(type.tag)}, {`,
    ...members,
    "});",
    "",
  ];
}

function sideRule(side: GeneratorSide): string[] {
  const table = `${camel(side.typeName)}Rule`;
  return [
    `const ${table}: Fields = byTag("type", {`,
    ...side.frames.map((frame) => `  ${key(frame.name)}: ${frameRule(frame)},`),
    "});",
    "",
    ...comment([
      "What is wrong with a line of this side, given without its LF, as its sender wrote it; undefined where nothing is.",
    ]),
    `export function judge${side.typeName}(line: string): DecodeError | undefined {`,
    `  return judged(line, ${JSON.stringify(side.id)}, ${table});`,
    "}",
    "",
  ];
}

function frameRule(frame: GeneratorFrame): string {
  const { select, envelope, shapes } = frame;
  if (select.by !== "tag") return shape(shapes[0]?.fields ?? [], "  ");
  const inner = envelope === undefined ? "  " : "    ";
  const tagged = [
    `byTag(${JSON.stringify(select.tag)}, {`,
    ...shapes.map(({ name = "", fields }) => `${inner}  ${key(name)}: ${shape(fields, `${inner}  `)},`),
    `${inner}})`,
  ].join("\n");
  if (envelope === undefined) return tagged;
  return ["failing(", `    ${shape(envelope.failure.fields, "    ")},`, `    ${tagged},`, "  )"].join("\n");
}

function shape(fields: readonly GeneratorField[], indent: string): string {
  return [
    "shape({",
    ...fields.map(({ name, type, presence }) => {
      const rule = ruleOf(type);
      return field(key(name), presence === "optional" ? `optional(${rule})` : rule, `${indent}  `);
    }),
    `${indent}})`,
  ].join("\n");
}

/** A call that is too long for its line has its argument on one of its own. */
function field(name: string, rule: string, indent: string): string {
  const line = `${indent}${name}: ${rule},`;
  const [, callee = "", argument = ""] = /^(\w+\()(.*)\)$/.exec(rule) ?? [];
  if (line.length <= width || callee === "") return line;
  return [`${indent}${name}: ${callee}`, `${indent}  ${argument},`, `${indent}),`].join("\n");
}

function ruleOf(type: FieldType): string {
  switch (type.kind) {
    case "json":
      return "anything";
    case "list":
      return `listOf(${ruleOf(type.items)})`;
    case "const":
      return `exactly(${JSON.stringify(type.value)})`;
    case "record":
    case "union":
      return `inside(${ruleName(type.name)})`;
    case "enum":
      return `oneOf(${valuesName(type)})`;
    case "string":
      if (type.base64 === true) return "base64";
      if (type.senderPattern !== undefined) return `matching(/${type.senderPattern.replaceAll("/", "\\/")}/)`;
      return type.nonEmpty === true || type.senderNonEmpty === true ? "nonEmpty" : "text";
    case "integer":
    case "number":
      return type.senderMinimum === undefined ? type.kind : `atLeast(${type.senderMinimum}, ${type.kind})`;
    case "boolean":
      return "flag";
    case "object":
      return type.nullable === true ? "objectOrNull" : "object";
  }
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
