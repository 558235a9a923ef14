/** Walks a value along the model: finds the field at a path, repairs what a receiver tolerates, finds unknown fields. */
import { type Field, type FieldType, fieldsOf } from "../model/index.js";
import { didYouMean, escapePointer, type Problem } from "./problem.js";
import { quote } from "./quote.js";

type Bag = Record<string, unknown>;

function isBag(value: unknown): value is Bag {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a JSON Pointer. */
export function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const token of tokens(path)) current = (current as Bag | undefined)?.[token];
  return current;
}

function tokens(path: string): string[] {
  return path
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The declaration of the field at a JSON Pointer; items of a list count as the list's field with the item's type. */
export function fieldAt(fields: readonly Field[], value: unknown, path: string): Field | undefined {
  let known: readonly Field[] | undefined = fields;
  let current: unknown = value;
  let field: Field | undefined;
  for (const token of tokens(path)) {
    current = (current as Bag | undefined)?.[token];
    if (field?.type.kind === "list") field = { ...field, type: field.type.items };
    else field = known?.find((candidate) => candidate.name === token);
    known = field?.type.kind === "named" ? fieldsOf(field.type.name, current) : undefined;
  }
  return field;
}

function mayBeNull(type: FieldType): boolean {
  return type.kind === "json" || ((type.kind === "object" || type.kind === "id") && type.nullable === true);
}

/**
 * Makes good, in place, what a receiver tolerates: null in an optional field reads as absent, and a field
 * that senders always write gets its default. Says whether anything changed.
 */
export function repair(value: unknown, fields: readonly Field[]): boolean {
  if (!isBag(value)) return false;
  let changed = false;
  for (const field of fields) {
    let held = value[field.name];
    const tolerated = !field.required || field.default !== undefined;
    if (held === null && tolerated && !mayBeNull(field.type)) {
      delete value[field.name];
      held = undefined;
      changed = true;
    }
    if (held === undefined && field.default !== undefined) {
      value[field.name] = structuredClone(field.default);
      changed = true;
    } else if (held !== undefined && repairInside(held, field.type)) changed = true;
  }
  return changed;
}

function repairInside(value: unknown, type: FieldType): boolean {
  if (type.kind === "named") return repair(value, fieldsOf(type.name, value) ?? []);
  if (type.kind !== "list" || !Array.isArray(value)) return false;
  let changed = false;
  for (const item of value) if (repairInside(item, type.items)) changed = true;
  return changed;
}

/** The fields that the definitions do not know, each with a guess at what was meant. */
export function unknownFields(value: unknown, fields: readonly Field[], path = ""): Problem[] {
  if (!isBag(value)) return [];
  const problems: Problem[] = [];
  for (const [name, held] of Object.entries(value)) {
    const here = `${path}/${escapePointer(name)}`;
    const field = fields.find((candidate) => candidate.name === name);
    if (field !== undefined) problems.push(...unknownInside(held, field.type, here));
    else {
      const free = fields
        .map((candidate) => candidate.name)
        .filter((candidate) => !Object.hasOwn(value, candidate));
      const hint = didYouMean(name, free);
      problems.push({
        path: here,
        rule: "unknown-field",
        expected: "a field of this frame",
        actual: quote(held),
        ...(hint === undefined ? {} : { hint }),
      });
    }
  }
  return problems;
}

function unknownInside(value: unknown, type: FieldType, path: string): Problem[] {
  if (type.kind === "named") {
    const fields = fieldsOf(type.name, value);
    return fields === undefined ? [] : unknownFields(value, fields, path);
  }
  if (type.kind !== "list" || !Array.isArray(value)) return [];
  return value.flatMap((item, index) => unknownInside(item, type.items, `${path}/${index}`));
}
