/** Small matters of English in what findings say. */

/** A noun with its article: `a tool_result`, `an assistant_message`. */
export function withArticle(noun: string): string {
  return `${/^[aeio]|^un/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** Names as a list, each once: `first, second and third`. */
export function listed(names: readonly string[]): string {
  const once = [...new Set(names)];
  const last = once.at(-1) ?? "";
  return once.length < 2 ? last : `${once.slice(0, -1).join(", ")} and ${last}`;
}
