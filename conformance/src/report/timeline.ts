/** The order of what was seen, with the findings in their places: what console and diagram both draw. */
import type { Moment, ReportedFinding, ReportedRun } from "./model.js";

/** A row of the timeline. */
export type Row =
  | { readonly kind: "moment"; readonly moment: Moment; readonly finding?: ReportedFinding }
  /** What should have been there and was not. */
  | { readonly kind: "missing"; readonly finding: ReportedFinding; readonly actor: string }
  | { readonly kind: "omitted"; readonly many: number; readonly what?: string };

/** Puts the findings of a run among its moments. */
export function timelineOf(run: Pick<ReportedRun, "moments" | "findings" | "omitted">): readonly Row[] {
  const rows: Row[] = run.omitted.before > 0 ? [{ kind: "omitted", many: run.omitted.before }] : [];
  const waiting = run.findings
    .filter((finding) => !run.moments.some((moment) => moment.event === finding.event))
    .toSorted((one, other) => one.at - other.at);
  let placed = 0;
  for (const moment of run.moments) {
    for (const finding of waiting.slice(placed)) {
      if (finding.at >= moment.event) break;
      rows.push(missing(finding, run));
      placed += 1;
    }
    const finding = run.findings.find((candidate) => candidate.event === moment.event);
    rows.push({ kind: "moment", moment, ...(finding === undefined ? {} : { finding }) });
  }
  rows.push(...waiting.slice(placed).map((finding) => missing(finding, run)));
  if (run.omitted.after > 0) rows.push({ kind: "omitted", many: run.omitted.after });
  return withoutChatter(rows);
}

/** How many lines of standard error in a row are shown: the first ones of a crash say what it was. */
const mostChatter = 3;

function withoutChatter(rows: readonly Row[]): readonly Row[] {
  const kept: Row[] = [];
  let chatter = 0;
  for (const row of rows) {
    chatter =
      row.kind === "moment" && row.moment.label === "stderr" && row.finding === undefined ? chatter + 1 : 0;
    if (chatter <= mostChatter) kept.push(row);
    else if (chatter === mostChatter + 1) kept.push({ kind: "omitted", many: 1, what: "lines of stderr" });
    else kept[kept.length - 1] = { kind: "omitted", many: chatter - mostChatter, what: "lines of stderr" };
  }
  return kept;
}

/** The rows near the first finding: `before` and `after` of them. */
export function aroundDivergence(
  rows: readonly Row[],
  { before, after }: { readonly before: number; readonly after: number },
): readonly Row[] {
  const centre = rows.findIndex((row) => row.kind !== "omitted" && row.finding !== undefined);
  if (centre === -1) return rows.slice(-before);
  return rows.slice(Math.max(0, centre - before), centre + after + 1);
}

function missing(finding: ReportedFinding, run: Pick<ReportedRun, "moments">): Row {
  const last = run.moments.findLast((moment) => moment.event <= finding.at) ?? run.moments.at(-1);
  return { kind: "missing", finding, actor: last?.actor ?? "" };
}
