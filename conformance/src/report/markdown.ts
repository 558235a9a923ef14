/** The report as Markdown, for the summary page of a CI job. */
import { markdownCell, markdownCode } from "./escape.js";
import { others } from "./failure-text.js";
import { type Report, type ReportedFinding, type ReportedRun, verdicts } from "./model.js";
import { brokenRequirements, brokenText, partText, type Told, toldRuns, toolBoundText } from "./telling.js";
import { aroundFindings, timelineOf } from "./timeline.js";
import { timelineLines } from "./timeline-text.js";

/** CI systems cut summaries off: GitHub at one megabyte. This many failures are told in full. */
const mostFailures = 20;

const signs: Readonly<Record<Report["verdict"], string>> = {
  pass: "✅",
  fail: "❌",
  incomplete: "⚠️",
  "harness-error": "💥",
};

/** The summary. */
export function markdownReport(report: Report): string {
  const { target, counts, assertions, why } = report;
  const told = toldRuns(report.runs);
  const facts = [partText(report), toolBoundText(report)].filter((text) => text !== undefined);
  const points = [...facts, ...why];
  const stuck = report.runs.filter(
    (run) => run.findings.length === 0 && run.why !== undefined && run.verdict !== "not-applicable",
  );
  return [
    `## ${signs[report.verdict]} ${markdownCell(target.name)}: ${report.verdict}`,
    "",
    ...points.map((sentence) => `- ${markdownCell(sentence)}`),
    ...brokenRequirements(report.runs).map((broken) => `- broken: ${markdownCell(brokenText(broken))}`),
    ...(points.length === 0 ? [] : [""]),
    `| ${verdicts.join(" | ")} | known | assertions |`,
    `|${"---|".repeat(verdicts.length + 2)}`,
    `| ${verdicts.map((verdict) => counts[verdict]).join(" | ")} | ${counts.known} | ${assertions.passed + assertions.weak} of ${assertions.planned} |`,
    "",
    ...(report.baseline?.problems ?? []).map(
      ({ problem, entry, message }) =>
        `- baseline, ${problem}: ${markdownCode(entry)}: ${markdownCell(message)}`,
    ),
    ...told.slice(0, mostFailures).flatMap(failure),
    ...(told.length > mostFailures ? [`${told.length - mostFailures} more are in the full report.`, ""] : []),
    ...notRun(stuck),
    `${markdownCode(report.command)} took ${(report.milliseconds / 1000).toFixed(1)} s; extproto ${report.kit.version}, specification ${report.kit.spec}`,
    "",
  ].join("\n");
}

function failure({ run, same, fresh, again }: Told): string[] {
  const told = fresh.map((one) => one.finding);
  const near = aroundFindings(timelineOf(run), told, { before: 6, after: 2 });
  const lines = timelineLines(near, { width: 150 });
  return [
    `### ${run.verdict}: ${markdownCell(run.title)}`,
    "",
    `${markdownCode(run.id)}`,
    "",
    ...fresh.flatMap((one) => finding(one.finding)),
    ...(again.length === 0 ? [] : [`Also broken, as told above: ${again.map(markdownCode).join(", ")}.`, ""]),
    ...(same.length === 0 ? [] : [`The same in ${markdownCode(others(same))}.`, ""]),
    "<details><summary>Frames and how to reproduce it</summary>",
    "",
    ...fenced(lines),
    "",
    ...fenced([run.reproduce]),
    "",
    "</details>",
    "",
  ];
}

function finding({ level, requirements, sentence, expected, actual, hint }: ReportedFinding): string[] {
  return [
    `> **${level}** ${markdownCode(requirements[0] ?? "")}: ${sentence}`,
    "",
    `- expected: ${markdownCode(expected)}`,
    `- actual: ${markdownCode(actual)}`,
    `- to do: ${markdownCell(hint)}`,
    "",
  ];
}

function notRun(runs: readonly ReportedRun[]): string[] {
  if (runs.length === 0) return [];
  const rows = runs.map(
    (run) => `| ${markdownCode(run.id)} | ${run.verdict} | ${markdownCell(run.why ?? "")} |`,
  );
  return ["### Without a verdict", "", "| run | | why |", "|---|---|---|", ...rows, ""];
}

/** A block of code whose fence no line inside can close. */
function fenced(lines: readonly string[]): string[] {
  const longest = Math.max(
    2,
    ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map((run) => run[0].length)),
  );
  const fence = "`".repeat(longest + 1);
  return [`${fence}text`, ...lines, fence];
}
