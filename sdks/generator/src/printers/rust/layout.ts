/** Layout and names of the printed Rust: four spaces, lines of 100 characters, as rustfmt has them. */
import { pascal, unreserved, wrap } from "../../names.js";

const width = 100;
/** rustfmt keeps an array on one line up to here, and fills lines with elements that are short. */
const arrayWidth = 60;
const shortElement = 10;

const reserved: ReadonlySet<string> = new Set(
  "abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof unsafe unsized use virtual where while yield".split(
    " ",
  ),
);

/** Name of a field or parameter. */
export function fieldName(name: string): string {
  return unreserved(name, reserved);
}

/** Name of a variant: `end_turn` -> `EndTurn`. */
export function variantName(value: string): string {
  const name = pascal(value);
  return name === "Self" ? "Self_" : name;
}

/** Sentences as a doc comment. */
export function doc(notes: readonly string[], indent = ""): string[] {
  const text = notes.filter((note) => note !== "").join(" ");
  // Brackets would be links and angle brackets tags to rustdoc, unless they stand in code.
  const safe = text
    .split("`")
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/[[\]<>]/g, "\\$&") : part))
    .join("`");
  return wrap(safe, width - indent.length - 4).map((line) => `${indent}/// ${line}`);
}

/** A string literal. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** A number with its thousands apart. */
export function grouped(value: number): string {
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, "_");
}

/** A constant slice, laid out as rustfmt does. */
export function slice(head: string, elements: readonly string[]): string[] {
  const joined = elements.join(", ");
  if (joined.length + 2 <= arrayWidth && head.length + joined.length + 4 <= width)
    return [`${head}&[${joined}];`];
  if (elements.some((element) => element.length > shortElement))
    return [`${head}&[`, ...elements.map((element) => `    ${element},`), "];"];
  return [`${head}&[`, ...wrap(`${joined},`, width - 4).map((line) => `    ${line}`), "];"];
}

/** The head of a function, its parameters on one line where they fit. */
export function head(indent: string, start: string, parameters: readonly string[], end: string): string[] {
  const line = `${indent}${start}(${parameters.join(", ")})${end} {`;
  if (line.length <= width) return [line];
  return [`${indent}${start}(`, ...parameters.map((one) => `${indent}    ${one},`), `${indent})${end} {`];
}
