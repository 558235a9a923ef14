/** Layout and names of the printed Go: tabs, comments of 100 characters, initialisms in capitals. */
import { words, wrap } from "../../names.js";

const width = 100;

/** Words that Go writes in capitals throughout. */
const initialisms: ReadonlySet<string> = new Set(
  "api cwd html http id json rpc ui url usd utf8 xml".split(" "),
);

/** `panel_id` -> `PanelID`. */
export function goName(name: string): string {
  return words(name)
    .map((word) =>
      initialisms.has(word.toLowerCase()) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join("");
}

/** `HostFrame` -> `hostFrame`: the method that marks the members of an interface. */
export function marker(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Sentences as a comment. */
export function comment(notes: readonly string[], indent = ""): string[] {
  const text = notes.filter((note) => note !== "").join(" ");
  return wrap(text, width - indent.length - 3).map((line) => `${indent}// ${line}`);
}

/** A string literal. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Names in a column, as gofmt aligns them in a block of constants. */
export function column(names: readonly string[]): string[] {
  const longest = Math.max(...names.map((name) => name.length));
  return names.map((name) => name.padEnd(longest));
}
