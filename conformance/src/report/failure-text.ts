/** A failure in words, for a terminal or a log: what is asked for, what came, where, and how to see it again. */
import type { Colours } from "../validate/colours.js";
import { printable } from "../validate/printable.js";
import type { ReportedRun } from "./model.js";
import type { Told, ToldFinding } from "./telling.js";
import { aroundFindings, timelineOf } from "./timeline.js";
import { timelineLines } from "./timeline-text.js";

/** How to write it. */
export interface FailureTextOptions {
  readonly colours: Colours;
  readonly width: number;
}

/** The lines of a run that went wrong. */
export function failureText(
  { run, same, fresh, again }: Told,
  { colours, width }: FailureTextOptions,
): string[] {
  const told = fresh.map(({ finding }) => finding);
  const near = aroundFindings(timelineOf(run), told, { before: 7, after: 3 });
  const sign = run.verdict === "warn" ? colours.yellow("WARN") : colours.red(run.verdict.toUpperCase());
  return [
    `${sign}  ${colours.bold(printable(run.id))}  ${printable(run.title)}`,
    ...(run.why === undefined ? [] : [`  ${printable(run.why)}`]),
    ...fresh.flatMap((finding) => findingLines(finding, run, colours)),
    ...(again.length === 0 ? [] : ["", `  also broken, as told above: ${again.join(", ")}`]),
    ...run.notReached.map((text) => `  not reached  ${printable(text)}`),
    ...(near.length === 0
      ? []
      : ["", colours.dim("  time in ms, frames around the point where it went wrong:")]),
    ...timelineLines(near, { width: width - 2, mark: colours.red }).map((line) => `  ${line}`),
    "",
    `  reproduce    ${run.reproduce}`,
    ...(same.length === 0 ? [] : [`  the same in  ${printable(others(same))}`]),
    "",
  ];
}

/** Names a few, counts the rest. */
export function others(ids: readonly string[]): string {
  const named = ids.slice(0, 4).join(", ");
  return ids.length > 4 ? `${named} and ${ids.length - 4} more` : named;
}

function findingLines({ finding, times }: ToldFinding, run: ReportedRun, colours: Colours): string[] {
  const line = finding.line === undefined ? "" : `, ${run.file}:${finding.line}`;
  const often = times === 1 ? "" : ` (${times} times in this run; this is the first)`;
  const place = `${finding.assertion}${line}${often}`;
  return [
    "",
    `  ${colours.bold(`${finding.level} ${finding.requirements[0]}`)}`,
    `  ${colours.cyan(printable(finding.sentence))}`,
    `  expected     ${printable(finding.expected)}`,
    `  actual       ${colours.red(printable(finding.actual))}`,
    `  to do        ${printable(finding.hint)}`,
    `  at           ${printable(place)}`,
    ...(finding.known === undefined ? [] : [`  known        ${printable(finding.known)}`]),
  ];
}
