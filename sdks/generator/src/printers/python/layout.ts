/** How the lines of Python are laid out: as Black prints them, in lines of at most 88 characters. */
import { unreserved, wrap } from "../../names.js";

const width = 88;

/** Words of the language, and names that the printed classes use themselves. */
const keywords = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from " +
    "global if import in is lambda nonlocal not or pass raise return try while with yield cls self extra " +
    "codec field str int float bool list"
  ).split(" "),
);

/** The name of an attribute or a parameter. */
export function attribute(name: string): string {
  return unreserved(name, keywords);
}

/** A string literal. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** A JSON value as an expression of Python. */
export function literal(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object")
    return `{${Object.entries(value)
      .map(([name, held]) => `${quoted(name)}: ${literal(held)}`)
      .join(", ")}}`;
  return String(value);
}

/** A docstring: on one line where it fits, with its quotes on lines of their own where it does not. */
export function docstring(notes: readonly string[], indent: string): string[] {
  const text = notes.filter((note) => note !== "").map((note) => note.replaceAll("\\", "\\\\"));
  if (text.length === 0) return [];
  const whole = text.join(" ");
  const last = whole.endsWith('"') ? " " : "";
  const line = `${indent}"""${whole}${last}"""`;
  if (line.length <= width) return [line];
  const [first = "", ...rest] = wrap(whole, width - indent.length - 6);
  return [`${indent}"""${first}`, ...rest.map((part) => `${indent}${part}`), `${indent}"""`];
}

/** A call or a subscript: on one line where it fits, otherwise an item to a line with a comma after each. */
export function bracketed(head: string, items: readonly string[], tail: string, indent: string): string[] {
  const line = `${indent}${head}${items.join(", ")}${tail}`;
  if (line.length <= width) return [line];
  return [`${indent}${head}`, ...items.map((item) => `${indent}    ${item},`), `${indent}${tail}`];
}
