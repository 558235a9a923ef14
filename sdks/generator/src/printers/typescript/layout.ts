/** Layout of the printed TypeScript: as Biome and Prettier lay it out with 2 spaces and lines of 110. */
import { wrap } from "../../names.js";

/** The longest line. */
export const width = 110;

/** A doc comment at an indent; nothing where there is nothing to say. */
export function comment(notes: readonly string[], indent = ""): string[] {
  const text = notes.join(" ").replaceAll("*/", "* /");
  if (text === "") return [];
  const line = `${indent}/** ${text} */`;
  if (line.length <= width) return [line];
  const lines = wrap(text, width - indent.length - 3).map((part) => `${indent} * ${part}`);
  return [`${indent}/**`, ...lines, `${indent} */`];
}

/** `export type Name = A | B;`, on one line where it fits. */
export function unionType(name: string, members: readonly string[]): string[] {
  const line = `export type ${name} = ${members.join(" | ")};`;
  if (line.length <= width) return [line];
  return [
    `export type ${name} =`,
    ...members.map((member, index) => `  | ${member}${index === members.length - 1 ? ";" : ""}`),
  ];
}

/** `import { a, b } from "./x.js";`, on one line where it fits; the names as Biome sorts them. */
export function importFrom(path: string, names: readonly string[], typeOnly: boolean): string[] {
  if (names.length === 0) return [];
  const sorted = [...new Set(names)].sort(byImportOrder);
  const head = typeOnly ? "import type" : "import";
  const line = `${head} { ${sorted.join(", ")} } from "${path}";`;
  if (line.length <= width) return [line];
  return [`${head} {`, ...sorted.map((name) => `  ${name},`), `} from "${path}";`];
}

/** Letter by letter, capitals first: `Open` before `object`, `ContentBlock` before `check`. */
export function byImportOrder(a: string, b: string): number {
  const [left, right] = [a.replace(/^type /, ""), b.replace(/^type /, "")];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const [one, other] = [left.charAt(index), right.charAt(index)];
    if (one === other) continue;
    const [low, high] = [one.toLowerCase(), other.toLowerCase()];
    return (low === high ? one < other : low < high) ? -1 : 1;
  }
  return left.length - right.length;
}

/** `if (condition) statement;`, broken where it is too long. */
export function guarded(condition: string, statement: string, indent: string): string[] {
  const line = `${indent}if (${condition}) ${statement}`;
  return line.length <= width ? [line] : [`${indent}if (${condition})`, `${indent}  ${statement}`];
}

/** `head[ a, b ]tail`, with one item a line where it does not fit. */
export function listed(head: string, items: readonly string[], tail: string): string[] {
  const line = `${head}[${items.join(", ")}]${tail}`;
  if (line.length <= width) return [line];
  return [`${head}[`, ...items.map((item) => `  ${item},`), `]${tail}`];
}

/** A JSON value as a literal. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, held]) => `${propertyKey(key)}: ${literal(held)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
