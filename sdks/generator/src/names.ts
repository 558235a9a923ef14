/** Casings of the names on the wire, and line breaks for comments: what every printer needs. */

/** The words of a wire name: `tool_call` and `tool-call` give `tool`, `call`. */
export function words(name: string): string[] {
  return name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
}

/** `tool_call` -> `ToolCall`. A name that is in that form already stays as it is. */
export function pascal(name: string): string {
  return words(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** `tool_call` -> `toolCall`. */
export function camel(name: string): string {
  const joined = pascal(name);
  return joined.charAt(0).toLowerCase() + joined.slice(1);
}

/** `ToolCall`, `toolCall` and `tool_call` -> `tool_call`. */
export function snake(name: string): string {
  return words(name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2"))
    .map((word) => word.toLowerCase())
    .join("_");
}

/** `tool_call` -> `TOOL_CALL`. */
export function screaming(name: string): string {
  return snake(name).toUpperCase();
}

/** Breaks text into lines of at most `width` characters, at spaces; a longer word has a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((part) => part !== "")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  if (line !== "") lines.push(line);
  return lines;
}

/** A word that the language keeps for itself gets the given ending: `type` -> `type_`. */
export function unreserved(name: string, reserved: ReadonlySet<string>, ending = "_"): string {
  return reserved.has(name) ? `${name}${ending}` : name;
}
