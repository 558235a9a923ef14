/** What a line of the user means. */
import { keyNames } from "@extproto/schemas";

/** A line of the user. */
export type ParsedLine =
  | { readonly kind: "empty" }
  | { readonly kind: "prompt"; readonly text: string }
  | { readonly kind: "command"; readonly name: string; readonly args: string };

/**
 * Reads a line. It is a command only with a slash and a name of ASCII letters, digits, underscores or
 * hyphens, then white space or the end: `/usr/bin is full` is a prompt.
 */
export function parseLine(line: string): ParsedLine {
  const text = line.trim();
  if (text === "") return { kind: "empty" };
  const command = /^\/([A-Za-z0-9_-]+)(?:[ \t]([\s\S]*))?$/.exec(text);
  if (command === null) return { kind: "prompt", text };
  return { kind: "command", name: command[1] ?? "", args: (command[2] ?? "").trim() };
}

/** A key as panels know it. */
export interface PanelKey {
  readonly key: string;
  readonly text?: string;
}

/** What the arguments of `/key` mean. */
export type ParsedKeys =
  | { readonly kind: "keys"; readonly keys: readonly PanelKey[] }
  | { readonly kind: "wrong"; readonly message: string };

/** Keys that have a name to be typed by. */
const named = keyNames.filter((name) => name !== "rune" && name !== "unknown");

/** Reads keys: names (`down`), characters (`x`), `space`; several in one line are pressed one after another. */
export function parseKeys(args: string): ParsedKeys {
  const words = args.split(/\s+/).filter((word) => word !== "");
  const keys: PanelKey[] = [];
  for (const word of words) {
    const name = named.find((known) => known === word.toLowerCase());
    if (name !== undefined) keys.push({ key: name });
    else if (word.toLowerCase() === "space") keys.push({ key: "rune", text: " " });
    else if ([...word].length === 1) keys.push({ key: "rune", text: word });
    else return { kind: "wrong", message: `no key is called "${word}". ${usage}` };
  }
  return keys.length === 0 ? { kind: "wrong", message: usage } : { kind: "keys", keys };
}

const usage = `Use /key with one or more of: ${named.join(", ")}, space, or a character. esc closes the panel.`;
