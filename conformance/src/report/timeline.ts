/** The order of what was seen, with the findings in their places: what console and diagram both draw. */
import { tellingLines } from "../judge/last-words.js";
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

/** Of the lines of standard error in a row, those that tell most. */
function withoutChatter(rows: readonly Row[]): readonly Row[] {
  const kept: Row[] = [];
  let chatter: { readonly row: Row; readonly text: string }[] = [];
  const omit = (many: number) => {
    if (many > 0) kept.push({ kind: "omitted", many, what: "lines of stderr" });
  };
  const settle = () => {
    const { from, to } = tellingLines(chatter.map(({ text }) => text));
    omit(from);
    kept.push(...chatter.slice(from, to).map(({ row }) => row));
    omit(chatter.length - to);
    chatter = [];
  };
  for (const row of rows) {
    if (row.kind === "moment" && row.moment.label === "stderr" && row.finding === undefined)
      chatter.push({ row, text: row.moment.text });
    else {
      settle();
      kept.push(row);
    }
  }
  settle();
  return kept;
}

/** The rows near the findings that are told, `before` and `after` each; near the first of the run where none is. */
export function aroundFindings(
  rows: readonly Row[],
  told: readonly ReportedFinding[],
  { before, after }: { readonly before: number; readonly after: number },
): readonly Row[] {
  const first = rows.findIndex((row) => row.kind !== "omitted" && row.finding !== undefined);
  if (first === -1) return rows.slice(-before);
  const places = told
    .map((finding) => rows.findIndex((row) => shows(row, finding)))
    .filter((at) => at !== -1);
  const centres = places.length === 0 ? [first] : places;
  const near = rows.map((_, index) => centres.some((at) => index >= at - before && index <= at + after));
  const [from, to] = [near.indexOf(true), near.lastIndexOf(true)];
  return rows.slice(from, to + 1).flatMap((row, index): readonly Row[] => {
    const at = from + index;
    if (near[at]) return [row];
    // One row stands for all that lie between two places.
    return near[at - 1] ? [{ kind: "omitted", many: rowsBetween(rows, near, at) }] : [];
  });
}

function rowsBetween(rows: readonly Row[], near: readonly boolean[], from: number): number {
  const left = rows.slice(from, near.indexOf(true, from));
  return left.reduce((sum, row) => sum + (row.kind === "omitted" ? row.many : 1), 0);
}

/** A moment at which several findings show carries the first of them alone. */
function shows(row: Row, finding: ReportedFinding): boolean {
  if (row.kind === "omitted") return false;
  return row.finding === finding || (row.kind === "moment" && row.moment.event === finding.event);
}

function missing(finding: ReportedFinding, run: Pick<ReportedRun, "moments">): Row {
  const last = run.moments.findLast((moment) => moment.event <= finding.at) ?? run.moments.at(-1);
  return { kind: "missing", finding, actor: finding.actor ?? last?.actor ?? "" };
}
