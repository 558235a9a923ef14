/** Which lines of standard error tell what a process died of. */

/** How many lines are told. */
const most = 3;

/** How the line begins that names an error, in the languages that print a trace after it, or before. */
const names =
  /^\s*(?:Uncaught\s+|Unhandled exception\.\s+)?(?:[\w.$:]*(?:Error|Exception)\b|panic:|fatal error:|thread '.*' .*panicked at)/;

/** Whether a line names an error. */
export function namesError(line: string): boolean {
  return names.test(line);
}

/** The place of the lines that tell most: those from the last name of an error on, or else the last ones. */
export function tellingLines(lines: readonly string[]): { readonly from: number; readonly to: number } {
  const last = Math.max(0, lines.length - most);
  const named = lines.findLastIndex(namesError);
  const from = named === -1 ? last : Math.min(named, last);
  return { from, to: Math.min(from + most, lines.length) };
}

/** The lines that tell most, as one text; empty where nothing was said. */
export function lastWords(lines: readonly string[]): string {
  const { from, to } = tellingLines(lines);
  return lines.slice(from, to).join("\n");
}
