/** The text of one field of a line, as it came: `JSON.parse` keeps no number that has more digits than a double. */

/** The text of a field of the object that a line is; the last one, where there are several. The line has to be JSON. */
export function rawField(line: string, name: string): string | undefined {
  let found: string | undefined;
  let at = afterSpace(line, line.indexOf("{") + 1);
  while (line[at] === '"') {
    const end = afterString(line, at);
    const key: unknown = JSON.parse(line.slice(at, end));
    const from = afterSpace(line, afterSpace(line, end) + 1);
    const to = afterValue(line, from);
    if (key === name) found = line.slice(from, to).trimEnd();
    at = afterSpace(line, to + 1);
  }
  return found;
}

function afterSpace(line: string, from: number): number {
  let at = from;
  while (at < line.length && " \t\r\n".includes(line.charAt(at))) at++;
  return at;
}

function afterString(line: string, from: number): number {
  let at = from + 1;
  while (at < line.length && line[at] !== '"') at += line[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** The place of the comma or brace that follows a value. */
function afterValue(line: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < line.length) {
    const letter = line.charAt(at);
    if (letter === '"') {
      at = afterString(line, at);
      continue;
    }
    if (letter === "{" || letter === "[") depth++;
    else if (depth === 0 && (letter === "," || letter === "}")) return at;
    else if (letter === "}" || letter === "]") depth--;
    at++;
  }
  return at;
}
