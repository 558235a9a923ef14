/** The types: interfaces for shapes and records, unions for frames, sides and tagged types. */
import type { FieldType, GeneratorField, GeneratorModel, GeneratorSide, GeneratorType } from "../../model.js";
import { shapesOf } from "../../model.js";
import { fieldNotes, frameNotes, shapeNotes } from "../../notes.js";
import { comment, unionType } from "./layout.js";

/** The TypeScript type of a field's value. */
export function typeOf(type: FieldType): string {
  switch (type.kind) {
    case "string":
    case "number":
    case "boolean":
      return type.kind;
    case "integer":
      return "number";
    case "const":
      return JSON.stringify(type.value);
    case "enum":
      return `Open<${type.name}>`;
    case "object":
      return type.nullable === true ? "JsonObject | null" : "JsonObject";
    case "json":
      return "unknown";
    case "list": {
      const items = typeOf(type.items);
      return `readonly ${items.includes("|") ? `(${items})` : items}[]`;
    }
    case "record":
    case "union":
      return type.name;
  }
}

function property(field: GeneratorField): string[] {
  const mark = field.presence === "optional" ? "?" : "";
  return [
    ...comment(fieldNotes(field), "  "),
    `  readonly ${field.name}${mark}: ${field.anyAccepted === true ? "unknown" : typeOf(field.type)};`,
  ];
}

function interfaceOf(name: string, notes: readonly string[], fields: readonly GeneratorField[]): string[] {
  return [...comment(notes), `export interface ${name} {`, ...fields.flatMap(property), "}", ""];
}

/** A named type. */
export function namedType(type: GeneratorType): string[] {
  if (type.kind === "record") return interfaceOf(type.name, [type.doc], type.fields);
  const members = [
    ...type.members.map((member) => member.type),
    `UnknownMember<${JSON.stringify(type.tag)}>`,
  ];
  return [
    ...comment([type.doc, "A member that this version does not know is kept."]),
    ...unionType(type.name, members),
    "",
  ];
}

/** The frames of a side, and their union. */
export function sideTypes(model: GeneratorModel, side: GeneratorSide): string[] {
  const lines: string[] = [];
  for (const frame of side.frames) {
    if (frame.select.by === "one") {
      for (const shape of frame.shapes)
        lines.push(...interfaceOf(frame.typeName, frameNotes(model, frame), shape.fields));
      continue;
    }
    const shapes = shapesOf(frame);
    for (const shape of shapes) lines.push(...interfaceOf(shape.typeName, shapeNotes(shape), shape.fields));
    lines.push(
      ...comment(frameNotes(model, frame)),
      ...unionType(
        frame.typeName,
        shapes.map((shape) => shape.typeName),
      ),
      "",
    );
    if (frame.envelope !== undefined) {
      lines.push(...comment(["What the success of each command carries."]));
      lines.push(`export interface ${frame.typeName}Data {`);
      for (const { command, type, required } of frame.envelope.data)
        lines.push(
          `  readonly ${command}: ${type ?? "undefined"}${type && !required ? " | undefined" : ""};`,
        );
      lines.push("}", "");
    }
  }
  lines.push(
    ...comment([side.doc]),
    ...unionType(
      side.typeName,
      side.frames.map((frame) => frame.typeName),
    ),
    "",
  );
  return lines;
}

/** The named types and enums that fields of these mention, for imports. */
export function mentioned(fields: readonly GeneratorField[]): {
  types: string[];
  enums: string[];
  json: boolean;
} {
  const found = { types: new Set<string>(), enums: new Set<string>(), json: false };
  const visit = (type: FieldType): void => {
    if (type.kind === "list") visit(type.items);
    else if (type.kind === "record" || type.kind === "union") found.types.add(type.name);
    else if (type.kind === "enum") found.enums.add(type.name);
    else if (type.kind === "object") found.json = true;
  };
  for (const field of fields) if (field.anyAccepted !== true) visit(field.type);
  return { types: [...found.types], enums: [...found.enums], json: found.json };
}
