/** What the values of user steps mean. */
import { keyNames } from "@extproto/schemas";
import type { Json } from "../../case/format.js";
import { isObject } from "../../case/json.js";

/** A slash command with what follows it. */
export interface Invocation {
  readonly name: string;
  readonly args: string;
}

/** `/weather berlin`, `weather`, or `{ name: weather, args: berlin }`. */
export function invocationOf(value: Json): Invocation {
  if (isObject(value)) return { name: String(value.name), args: String(value.args ?? "") };
  const [, name = "", args = ""] = /^\/?(\S*)\s?([\s\S]*)$/.exec(String(value)) ?? [];
  return { name, args };
}

/** A key of a panel. */
export interface Key {
  readonly key: string;
  /** The character of a `rune`. */
  readonly text?: string;
}

/** A name of a key, or a character. */
export function keyOf(value: Json): Key {
  const key = String(value);
  return keyNames.some((name) => name === key) ? { key } : { key: "rune", text: key };
}
