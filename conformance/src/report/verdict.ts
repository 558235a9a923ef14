/** From the verdicts of runs to the verdict of a check, and its exit code. */
import type { AssertionCounts, BaselineProblem, Counts, Report, ReportedRun } from "./model.js";

/** What decides the verdict of a check. */
export interface Evidence {
  readonly runs: readonly ReportedRun[];
  readonly baselineProblems: readonly BaselineProblem[];
  /** True: given up before the end. */
  readonly interrupted?: boolean;
  /** Parts of a divided check that are not in the report. */
  readonly missingShards?: readonly number[];
}

/** What came of a check. */
export type Outcome = Pick<Report, "verdict" | "exitCode" | "why">;

/**
 * The verdict of a check. What is certainly wrong comes first: a failure stays one when other runs were not
 * possible, and a fault of the kit is said before anything is called incomplete.
 */
export function outcomeOf({ runs, baselineProblems, interrupted, missingShards = [] }: Evidence): Outcome {
  const failing = [
    sentence(
      having(
        runs.filter((run) => !run.known),
        "fail",
      ),
      "run fails",
      "runs fail",
    ),
    sentence(
      runs.filter((run) => !run.known && brokeItsGround(run)).length,
      "run breaks a MUST on the way to what it is about",
      "runs break a MUST on the way to what they are about",
    ),
    sentence(baselineProblems.length, "entry of the baseline is wrong", "entries of the baseline are wrong"),
    ...changedVerdicts(runs),
  ];
  const faulty = [
    sentence(
      having(runs, "harness-error"),
      "run ended in a fault of the kit",
      "runs ended in a fault of the kit",
    ),
  ];
  const incomplete = [
    interrupted === true ? "the check was interrupted" : "",
    missingShards.length > 0 ? `parts of the check are missing: ${missingShards.join(", ")}` : "",
    runs.some((run) => run.verdict !== "not-applicable") ? "" : "no case was run",
    sentence(having(runs, "could-not-run"), "run was not possible", "runs were not possible"),
    sentence(
      having(runs, "dependency-failed"),
      "run lacks what it builds on",
      "runs lack what they build on",
    ),
    sentence(unreached(runs).length, "run left assertions untried", "runs left assertions untried"),
  ];
  const warnings = [
    sentence(
      having(
        runs.filter((run) => !run.known),
        "warn",
      ),
      "run breaks a SHOULD",
      "runs break a SHOULD",
    ),
    sentence(
      runs.filter((run) => run.known).length,
      "run fails as the baseline expects",
      "runs fail as the baseline expects",
    ),
  ];
  const why = [...failing, ...faulty, ...incomplete, ...warnings].filter((text) => text !== "");
  const verdict = said(failing)
    ? "fail"
    : said(faulty)
      ? "harness-error"
      : said(incomplete)
        ? "incomplete"
        : "pass";
  return { verdict, exitCode: exitCodeOf[verdict], why };
}

const exitCodeOf = { pass: 0, fail: 1, incomplete: 3, "harness-error": 4 } as const;

/** What the run builds on was broken by a fault of the target that is plain to see. */
function brokeItsGround({ verdict, findings }: ReportedRun): boolean {
  return verdict === "dependency-failed" && findings.some((finding) => finding.level === "MUST");
}

/** How often each verdict was given. */
export function countVerdicts(runs: readonly ReportedRun[]): Counts {
  const counts: Counts = {
    runs: runs.length,
    pass: 0,
    fail: 0,
    warn: 0,
    "not-applicable": 0,
    "could-not-run": 0,
    "dependency-failed": 0,
    "harness-error": 0,
    known: runs.filter((run) => run.known).length,
  };
  for (const run of runs) counts[run.verdict] += 1;
  return counts;
}

/** The assertions of all runs together; those of cases that do not apply were never to be tried. */
export function sumAssertions(runs: readonly ReportedRun[]): AssertionCounts {
  const sum: AssertionCounts = { planned: 0, passed: 0, weak: 0, failed: 0, notReached: 0 };
  for (const { assertions, verdict } of runs) {
    if (verdict === "not-applicable") continue;
    sum.planned += assertions.planned;
    sum.passed += assertions.passed;
    sum.weak += assertions.weak;
    sum.failed += assertions.failed;
    sum.notReached += assertions.notReached;
  }
  return sum;
}

/** A run that calls itself green although something was not tried. */
function unreached(runs: readonly ReportedRun[]): readonly ReportedRun[] {
  return runs.filter((run) => run.verdict === "pass" && run.assertions.notReached > 0);
}

/** Repetitions and changes of bytes must not change a verdict. */
function changedVerdicts(runs: readonly ReportedRun[]): readonly string[] {
  const groups = new Map<string, ReportedRun[]>();
  // What the baseline knows may show now and then; whether its entry says so is the baseline's to judge.
  for (const run of runs.filter(({ known }) => !known))
    groups.set(nameOf(run), [...(groups.get(nameOf(run)) ?? []), run]);
  return [...groups].flatMap(([name, group]) => {
    if (group.every((run) => run.verdict === group[0]?.verdict)) return [];
    const seen = group.map((run) => `${run.verdict}${how(run)}`);
    return [`the verdict of ${name} changes: ${[...new Set(seen)].join(", ")}`];
  });
}

function nameOf({ case: name, instance }: ReportedRun): string {
  return instance === undefined ? name : `${name}[${instance}]`;
}

function how({ round, transform }: ReportedRun): string {
  const parts = [round === undefined ? "" : `round ${round}`, transform ?? ""].filter((part) => part !== "");
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

function having(runs: readonly ReportedRun[], verdict: ReportedRun["verdict"]): number {
  return runs.filter((run) => run.verdict === verdict).length;
}

function sentence(many: number, one: string, more: string): string {
  if (many === 0) return "";
  return `${many} ${many === 1 ? one : more}`;
}

function said(sentences: readonly string[]): boolean {
  return sentences.some((text) => text !== "");
}
