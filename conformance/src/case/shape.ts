/** Checks a tree of YAML against a schema, with messages for the author of the file. */
import { didYouMean } from "@extproto/schemas";
import type { ShapeSchema } from "./schema.js";
import type { Tree } from "./yaml-tree.js";

/** Takes a fault: where, which rule, what. */
export type Report = (offset: number, code: string, message: string) => void;

/** Reports everything in which a tree differs from a schema; `what` names the tree: `steps[2].within`. */
export function checkShape(schema: ShapeSchema, tree: Tree, what: string, report: Report): void {
  if (schema.anyOf !== undefined) {
    // The first alternative of the right type is the one that the author meant.
    const meant = schema.anyOf.find((option) => fits(option, tree));
    if (meant !== undefined) {
      checkShape(meant, tree, what, report);
      return;
    }
  }
  if (!fits(schema, tree)) {
    report(tree.offset, "CASE_WRONG_TYPE", `${what} has to be ${describe(schema)}`);
    return;
  }
  if (tree.fields !== undefined) checkObject(schema, tree, what, report);
  else if (tree.items !== undefined) checkList(schema, tree, what, report);
  else checkScalar(schema, tree, what, report);
}

function checkObject(schema: ShapeSchema, tree: Tree, what: string, report: Report): void {
  const fields = tree.fields ?? new Map();
  const known = schema.properties ?? {};
  for (const name of schema.required ?? []) {
    if (!fields.has(name)) report(tree.offset, "CASE_MISSING_FIELD", `${what} lacks ${JSON.stringify(name)}`);
  }
  for (const [name, field] of fields) {
    const inner = Object.hasOwn(known, name) ? known[name] : undefined;
    if (inner !== undefined) checkShape(inner, field.tree, join(what, name), report);
    else if (typeof schema.additionalProperties === "object")
      checkShape(schema.additionalProperties, field.tree, join(what, name), report);
    else if (schema.additionalProperties === false) {
      const guess = didYouMean(name, Object.keys(known));
      report(
        field.offset,
        "CASE_UNKNOWN_FIELD",
        `${JSON.stringify(name)} is no field of ${what}; ${guess ?? `it has ${Object.keys(known).join(", ")}`}`,
      );
    }
  }
  if (fields.size < (schema.minProperties ?? 0) || fields.size > (schema.maxProperties ?? fields.size))
    report(tree.offset, "CASE_WRONG_VALUE", `${what} has to have exactly one field`);
}

function checkList(schema: ShapeSchema, tree: Tree, what: string, report: Report): void {
  const items = tree.items ?? [];
  if (items.length < (schema.minItems ?? 0)) {
    const least = schema.minItems === 1 ? "at least one element" : `at least ${schema.minItems} elements`;
    report(tree.offset, "CASE_EMPTY", `${what} needs ${least}`);
  }
  const { items: inner } = schema;
  if (inner !== undefined)
    items.forEach((item, index) => void checkShape(inner, item, `${what}[${index}]`, report));
}

function checkScalar(schema: ShapeSchema, tree: Tree, what: string, report: Report): void {
  const { value } = tree;
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    const guess = didYouMean(String(value), schema.enum.map(String));
    const all = `one of ${schema.enum.join(", ")}`;
    report(
      tree.offset,
      "CASE_WRONG_VALUE",
      `${what} is ${JSON.stringify(value)}; ${guess ?? `it has to be ${all}`}`,
    );
  }
  if (typeof value === "string" && value.length < (schema.minLength ?? 0))
    report(tree.offset, "CASE_WRONG_VALUE", `${what} is empty`);
  if (typeof value === "number" && value < (schema.minimum ?? Number.NEGATIVE_INFINITY))
    report(tree.offset, "CASE_WRONG_VALUE", `${what} is ${value}; the least is ${schema.minimum}`);
}

function fits(schema: ShapeSchema, tree: Tree): boolean {
  if (schema.anyOf !== undefined) return schema.anyOf.some((option) => fits(option, tree));
  switch (schema.type) {
    case "object":
      return tree.fields !== undefined;
    case "array":
      return tree.items !== undefined;
    case "number":
      return typeof tree.value === "number";
    case "string":
      return typeof tree.value === "string";
    case "boolean":
      return typeof tree.value === "boolean";
    default:
      return true;
  }
}

function describe(schema: ShapeSchema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(describe).join(" or ");
  if (schema.enum !== undefined) return `one of ${schema.enum.join(", ")}`;
  const { properties } = schema;
  if (schema.type === "object" && properties !== undefined)
    return `a mapping (${Object.keys(properties).join(", ")})`;
  const names: Readonly<Record<string, string>> = {
    object: "a mapping",
    array: "a list",
    number: "a number",
    string: "a text",
    boolean: "true or false",
  };
  return names[schema.type ?? ""] ?? "a value";
}

function join(what: string, name: string): string {
  return what === "the case" ? name : `${what}.${name}`;
}
