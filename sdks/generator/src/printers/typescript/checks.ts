/** The checks: one function for each shape and record, which also makes good what a reader tolerates. */
import type {
  FieldType,
  GeneratorField,
  GeneratorFrame,
  GeneratorSide,
  GeneratorType,
  GeneratorUnion,
} from "../../model.js";
import { shapesOf } from "../../model.js";
import { guarded, literal } from "./layout.js";

/** Name of the function that checks a named type; `check` keeps it apart from the support functions. */
export function checkName(typeName: string): string {
  return `check${typeName}`;
}

/** Name of the function that checks a frame or one of its shapes. */
function frameCheck(localName: string): string {
  return `frame${localName}`;
}

/** The expression that checks a value: the support function and what it needs. */
function call(type: FieldType, value: string, name: string): string | undefined {
  const place = `${value}, ${JSON.stringify(name)}, at`;
  switch (type.kind) {
    case "json":
      return undefined;
    case "list":
      return type.items.kind === "record"
        ? `records(${place}, ${checkName(type.items.name)});`
        : `list(${place}, ${simple(type.items)});`;
    case "const":
      return `constant(${place}, ${JSON.stringify(type.value)});`;
    case "record":
      return `record(${place}, ${checkName(type.name)});`;
    default:
      return `${simple(type)}(${place});`;
  }
}

/** A check that needs nothing but value, name and place. */
function simple(type: FieldType): string {
  switch (type.kind) {
    case "string":
      return type.nonEmpty === true ? "nonEmpty" : "text";
    case "enum":
      return "text";
    case "integer":
    case "number":
    case "boolean":
      return { integer: "integer", number: "number", boolean: "flag" }[type.kind];
    case "object":
      return type.nullable === true ? "objectOrNull" : "object";
    case "union":
      return checkName(type.name);
    default:
      throw new Error(`a list of ${type.kind} cannot be printed yet`);
  }
}

function fieldCheck(field: GeneratorField): string[] {
  const held = `body.${field.name}`;
  const check = field.anyAccepted === true ? undefined : call(field.type, held, field.name);
  const lines: string[] = [];
  if (field.presence === "defaulted") lines.push(`  ${held} ??= ${literal(field.default)};`);
  if (field.presence === "optional") {
    lines.push(...guarded(`${held} === null`, `delete ${held};`, "  "));
    if (check !== undefined) lines.push(...guarded(`${held} !== undefined`, check, "  "));
  } else if (check !== undefined) lines.push(`  ${check}`);
  return lines;
}

function fieldsFunction(
  name: string,
  fields: readonly GeneratorField[],
  skip: readonly string[],
  exported: boolean,
): string[] {
  const body = fields.filter((field) => !skip.includes(field.name)).flatMap(fieldCheck);
  if (body.length === 0) return [];
  return [
    `${exported ? "export " : ""}function ${name}(at: Place): void {`,
    "  const { body } = at;",
    ...body,
    "}",
    "",
  ];
}

/** The check of a named type. Records take a place, unions a value: their check depends on what is there. */
export function typeCheck(type: GeneratorType, tagsOf: ReadonlyMap<string, string>): string[] {
  if (type.kind === "union") return unionCheck(type);
  const tag = tagsOf.get(type.name);
  return [
    `/** Checks the fields of a {@link ${type.name}}. */`,
    ...fieldsFunction(checkName(type.name), type.fields, tag === undefined ? [] : [tag], true),
  ];
}

function unionCheck(union: GeneratorUnion): string[] {
  return [
    `/** Checks a {@link ${union.name}}. */`,
    `export function ${checkName(union.name)}(value: unknown, name: string | number, outer: Place): void {`,
    "  const at = enter(value, name, outer);",
    "  if (at === undefined) return;",
    `  switch (at.body.${union.tag}) {`,
    ...union.members.flatMap(({ value, type }) => [
      `    case ${JSON.stringify(value)}:`,
      `      ${checkName(type)}(at);`,
      "      return;",
    ]),
    "    default:",
    `      text(at.body.${union.tag}, ${JSON.stringify(union.tag)}, at);`,
    "  }",
    "}",
    "",
  ];
}

/** The checks of a side's frames, and the function that picks the right one. */
export function sideChecks(side: GeneratorSide): string[] {
  const lines: string[] = [];
  const cases: string[] = [];
  for (const frame of side.frames) {
    const tag = frame.select.by === "tag" ? frame.select.tag : undefined;
    const printed = new Set<string>();
    for (const shape of shapesOf(frame)) {
      const skip = ["type", ...(tag === undefined || shape === frame.envelope?.failure ? [] : [tag])];
      const text = fieldsFunction(frameCheck(shape.localName), shape.fields, skip, false);
      if (text.length > 0) printed.add(shape.localName);
      lines.push(...text);
    }
    cases.push(`    case ${JSON.stringify(frame.name)}:`);
    if (frame.select.by === "tag") {
      lines.push(...tagFunction(frame, frame.select, printed));
      cases.push(`      return ${frameCheck(frame.localName)}(at);`);
    } else {
      if (printed.size > 0) cases.push(`      ${frameCheck(frame.localName)}(at);`);
      cases.push("      return undefined;");
    }
  }
  return [
    ...lines,
    "function select(at: Place): Unlisted | undefined {",
    "  switch (at.body.type) {",
    ...cases,
    "    default:",
    "      return { variant: undefined };",
    "  }",
    "}",
    "",
  ];
}

function tagFunction(
  frame: GeneratorFrame,
  select: { readonly tag: string; readonly default?: string },
  printed: ReadonlySet<string>,
): string[] {
  const held = `at.body.${select.tag}`;
  const failure = frame.envelope?.failure;
  return [
    `function ${frameCheck(frame.localName)}(at: Place): Unlisted | undefined {`,
    ...(failure === undefined
      ? []
      : [
          "  if (at.body.success === false) {",
          `    ${frameCheck(failure.localName)}(at);`,
          "    return undefined;",
          "  }",
        ]),
    ...(select.default === undefined
      ? []
      : [
          ...guarded(`${held} === ""`, `${held} = ${JSON.stringify(select.default)};`, "  "),
          `  ${held} ??= ${JSON.stringify(select.default)};`,
        ]),
    `  switch (${held}) {`,
    ...frame.shapes.flatMap((shape) => [
      `    case ${JSON.stringify(shape.name)}:`,
      ...(printed.has(shape.localName) ? [`      ${frameCheck(shape.localName)}(at);`] : []),
      "      return undefined;",
    ]),
    "    default:",
    `      return unlisted(${held}, ${JSON.stringify(select.tag)}, at);`,
    "  }",
    "}",
    "",
  ];
}
