/** Paths and offsets -> columns. */
import type { Finding, PlacedProblem } from "./finding.js";
import { locate } from "./locate.js";

/** Gives findings that only have a path their offset, in one pass over a text that is known to be JSON. */
export function findOffsets(text: string, findings: readonly Finding[]): readonly Finding[] {
  const lost = findings.filter((finding) => finding.at === undefined).map((finding) => finding.path);
  if (lost.length === 0) return findings;
  const places = locate(text, lost);
  return findings.map((finding) => {
    const place = places.get(finding.path);
    if (finding.at !== undefined || place === undefined) return finding;
    return { ...finding, at: finding.rule === "unknown-field" ? place.key : place.value };
  });
}

/** Offsets become columns; problems are listed from left to right. */
export function placeProblems(
  line: number,
  text: string,
  findings: readonly Finding[],
): readonly PlacedProblem[] {
  return findings
    .map(({ path, rule, expected, actual, hint, at = 0 }) => ({
      path,
      line,
      column: columnOf(text, at),
      rule,
      expected,
      actual,
      ...(hint === undefined ? {} : { hint }),
    }))
    .sort((a, b) => a.column - b.column);
}

/** A column counts characters: an emoji is one, though it is two units of a JavaScript string. */
function columnOf(text: string, offset: number): number {
  let column = 1;
  for (let index = 0; index < offset; column++) index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return column;
}
