/** The difference that replacements make, as a unified diff. The places are known, so nothing is searched for. */
import type { PlacedReplacement } from "./replacements.js";

const contextLines = 3;

/** Lines `from` to `to` (exclusive) of the old text become `lines`. */
interface Change {
  from: number;
  to: number;
  lines: string[];
}

/** A unified diff of the text before and after the replacements, which are in the order of their places. */
export function unifiedDiff(text: string, replacements: readonly PlacedReplacement[]): string {
  const old = text.split("\n");
  const changes = changesOf(text, old, replacements);
  let shift = 0;
  return hunksOf(changes)
    .map((hunk) => {
      const first = hunk[0];
      const last = hunk.at(-1);
      if (first === undefined || last === undefined) return "";
      const from = Math.max(0, first.from - contextLines);
      const to = Math.min(contentLines(old), last.to + contextLines);
      const body: string[] = [];
      let at = from;
      let added = 0;
      for (const change of hunk) {
        body.push(...old.slice(at, change.from).map((line) => ` ${line}`));
        body.push(...old.slice(change.from, change.to).map((line) => `-${line}`));
        body.push(...change.lines.map((line) => `+${line}`));
        at = change.to;
        added += change.lines.length - (change.to - change.from);
      }
      body.push(...old.slice(at, Math.max(at, to)).map((line) => ` ${line}`));
      const end = Math.max(at, to);
      const header = `@@ -${from + 1},${end - from} +${from + 1 + shift},${end - from + added} @@`;
      shift += added;
      return [header, ...body].join("\n");
    })
    .join("\n");
}

/** Whole lines around each replacement; replacements that share a line are one change. */
function changesOf(
  text: string,
  old: readonly string[],
  replacements: readonly PlacedReplacement[],
): Change[] {
  const starts = lineStarts(old);
  const groups: { first: number; last: number; parts: PlacedReplacement[] }[] = [];
  for (const replacement of replacements) {
    const first = lineAt(starts, replacement.start);
    const last = lineAt(starts, replacement.end);
    const group = groups.at(-1);
    if (group !== undefined && first <= group.last) {
      group.last = Math.max(group.last, last);
      group.parts.push(replacement);
    } else {
      groups.push({ first, last, parts: [replacement] });
    }
  }
  return groups.map(({ first, last, parts }) => {
    let from = starts[first] ?? 0;
    const until = (starts[last] ?? 0) + (old[last]?.length ?? 0);
    let after = "";
    for (const part of parts) {
      after += text.slice(from, part.start) + part.newText;
      from = part.end;
    }
    after += text.slice(from, until);
    return narrowed({ from: first, to: last + 1, lines: after.split("\n") }, old);
  });
}

/** Leaves out the lines at both ends that stay as they were. */
function narrowed(change: Change, old: readonly string[]): Change {
  let { from, to } = change;
  const lines = [...change.lines];
  while (from < to && lines.length > 0 && old[from] === lines[0]) {
    from++;
    lines.shift();
  }
  while (to > from && lines.length > 0 && old[to - 1] === lines.at(-1)) {
    to--;
    lines.pop();
  }
  return { from, to, lines };
}

/** Changes whose contexts meet are shown together. */
function hunksOf(changes: readonly Change[]): Change[][] {
  const hunks: Change[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1)?.at(-1);
    if (last !== undefined && change.from - last.to <= 2 * contextLines) hunks.at(-1)?.push(change);
    else hunks.push([change]);
  }
  return hunks;
}

function lineStarts(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The end of the last line is not a line of its own. */
function contentLines(lines: readonly string[]): number {
  return lines.at(-1) === "" ? lines.length - 1 : lines.length;
}
