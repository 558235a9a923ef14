/** Exact replacements in a text: each must be found once, and none may touch another. */

/** One replacement, as the model gives it. */
export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
}

/** Where a replacement goes. */
export interface PlacedReplacement extends Replacement {
  readonly start: number;
  readonly end: number;
}

/** The replacements cannot be made; the message says which and why. */
export class ReplacementError extends Error {
  readonly code = "TOOL_EDIT_REFUSED";

  constructor(number: number, problem: string) {
    super(`edit ${number}: ${problem}`);
    this.name = "ReplacementError";
  }
}

/** Finds the place of each replacement, in the order of the places. Nothing is replaced unless all can be. */
export function placed(text: string, replacements: readonly Replacement[]): PlacedReplacement[] {
  const all = replacements.map((replacement, index) => ({
    ...place(text, replacement, index + 1),
    number: index + 1,
  }));
  all.sort((one, other) => one.start - other.start);
  all.forEach((one, index) => {
    const before = all[index - 1];
    if (before !== undefined && before.end > one.start) {
      throw new ReplacementError(one.number, `overlaps with edit ${before.number}; make one edit of the two`);
    }
  });
  return all.map(({ number: _, ...replacement }) => replacement);
}

/** The text with the replacements made. */
export function replaced(text: string, replacements: readonly PlacedReplacement[]): string {
  let result = "";
  let from = 0;
  for (const { start, end, newText } of replacements) {
    result += text.slice(from, start) + newText;
    from = end;
  }
  return result + text.slice(from);
}

function place(text: string, replacement: Replacement, number: number): PlacedReplacement {
  if (replacement.oldText === "")
    throw new ReplacementError(number, "oldText is empty; use write for a new file");
  if (replacement.oldText === replacement.newText) {
    throw new ReplacementError(number, "oldText and newText are the same; there is nothing to change");
  }
  // Models write LF. In a file with CRLF the same lines are looked for, and put back, with its line ends.
  for (const { oldText, newText } of [replacement, withCrlf(replacement)]) {
    const start = text.indexOf(oldText);
    if (start < 0) continue;
    const count = occurrences(text, oldText);
    if (count > 1) {
      throw new ReplacementError(
        number,
        `oldText occurs ${count} times; add lines around it until it is unique`,
      );
    }
    return { oldText, newText, start, end: start + oldText.length };
  }
  throw new ReplacementError(
    number,
    "oldText was not found; read the file and copy the text exactly, with its spaces",
  );
}

function withCrlf({ oldText, newText }: Replacement): Replacement {
  const crlf = (text: string) => text.replace(/\r?\n/g, "\r\n");
  return { oldText: crlf(oldText), newText: crlf(newText) };
}

/** Overlapping ones count: "aa" is not unique in "aaa". */
function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count++;
  return count;
}
