/** The part of a line around a problem, with a caret below it. */
import { dotted } from "./printable.js";

/** Two lines to print, one below the other. */
export interface Excerpt {
  readonly text: string;
  readonly caret: string;
}

const width = 100;
/** How much of the excerpt stands before the column. */
const before = 40;
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const mark = /\p{M}/u;

/** Cuts the excerpt around a column, which counts characters from 1. A line that fits is shown whole. */
export function excerpt(line: string, column: number): Excerpt {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  const start = text.length <= width ? 0 : Math.max(0, column - 1 - before);
  const rest = text.slice(unitsOf(text, start));
  // A character has at most two units, so this is enough to show and does not spread a huge line.
  const shown = [...rest.slice(0, 2 * width)].slice(0, width).map(dotted);
  const isCut = shown.join("").length < rest.length;
  const head = start > 0 ? "…" : "";
  const left = shown
    .slice(0, column - 1 - start)
    .reduce((sum, character) => sum + cells(character), head.length);
  return { text: `${head}${shown.join("")}${isCut ? "…" : ""}`, caret: `${" ".repeat(left)}^` };
}

/** How many units of a JavaScript string the first `count` characters take. */
function unitsOf(text: string, count: number): number {
  let units = 0;
  for (let index = 0; index < count; index++) units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  return units;
}

/** How many cells of a terminal a character takes. */
function cells(character: string): number {
  if (mark.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
