/** Changes one field of a JSON object in its text, so that numbers, order and layout of all others stay. */

/**
 * Sets a top-level field to a JSON value, which is put at the end where the object does not have it yet.
 * The text is one that JSON.parse takes and that holds an object.
 */
export function setTopLevelField(text: string, field: string, value: string): string {
  const open = skipSpace(text, 0) + 1;
  let at = skipSpace(text, open);
  let found: { start: number; end: number } | undefined;
  let lastEnd: number | undefined;
  while (text[at] !== "}") {
    const nameEnd = skipString(text, at);
    const name: unknown = JSON.parse(text.slice(at, nameEnd));
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = skipValue(text, start);
    // Of a field that occurs twice the last one counts, as it does for JSON.parse.
    if (name === field) found = { start, end };
    lastEnd = end;
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  if (found !== undefined) return text.slice(0, found.start) + value + text.slice(found.end);
  const entry = `${JSON.stringify(field)}: ${value}`;
  if (lastEnd === undefined) return `${text.slice(0, open)} ${entry} ${text.slice(at)}`;
  const space = text.slice(open, skipSpace(text, open)) || " ";
  return `${text.slice(0, lastEnd)},${space}${entry}${text.slice(lastEnd)}`;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n\ufeff".includes(text.charAt(at))) at++;
  return at;
}

function skipString(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function skipValue(text: string, from: number): number {
  if (text[from] === '"') return skipString(text, from);
  let at = from;
  let depth = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '"') {
      at = skipString(text, at);
      continue;
    }
    if ("{[".includes(char)) depth++;
    else if ("}]".includes(char)) {
      if (depth === 0) return at;
      depth--;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && ", \t\r\n".includes(char)) return at;
    at++;
  }
  return at;
}
