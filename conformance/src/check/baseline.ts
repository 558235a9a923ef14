/** Holds runs against a baseline: what is known, what is new, and which entries are no longer right. */
import { didYouMean } from "@extproto/schemas";
import { namesError } from "../judge/last-words.js";
import type { BaselineProblem, ReportedFinding, ReportedRun } from "../report/model.js";
import { type Baseline, type BaselineEntry, entryName } from "./baseline-file.js";

/** What exists, so that a misspelt entry is told from one that was not run. */
export interface BaselineContext {
  readonly cases: ReadonlySet<string>;
  readonly requirements: ReadonlySet<string>;
}

/** The runs with their known findings marked, and what is wrong with the baseline. */
export interface Compared {
  readonly runs: readonly ReportedRun[];
  readonly problems: readonly BaselineProblem[];
}

/** Compares. */
export function compareWithBaseline(
  runs: readonly ReportedRun[],
  baseline: Baseline,
  context: BaselineContext,
): Compared {
  const marked = runs.map((run) => markKnown(run, baseline));
  const problems = baseline.entries.flatMap((entry) => problemOf(entry, runs, context) ?? []);
  return { runs: marked, problems };
}

/** A baseline of everything that fails in these runs; reasons of the earlier one are kept. */
export function baselineOf(
  runs: readonly ReportedRun[],
  {
    target,
    earlier,
    reason,
  }: { readonly target: string; readonly earlier?: Baseline; readonly reason: string },
): Baseline {
  const entries = new Map<string, BaselineEntry>();
  const ran = new Set(runs.filter(cameToVerdict).map(runKey));
  for (const entry of earlier?.entries ?? []) {
    // What was not run this time may still fail; what is flaky may fail again.
    if (!ran.has(runKey(entry)) || entry.flaky === true) entries.set(keyOf(entry), entry);
  }
  for (const run of runs) {
    for (const finding of run.findings) {
      const entry = entryFor(run, finding, reason);
      const before = earlier?.entries.find((candidate) => keyOf(candidate) === keyOf(entry));
      entries.set(keyOf(entry), before ?? entry);
    }
  }
  return { target, entries: [...entries.values()] };
}

/** A run with what the baseline knows of it. */
export function markKnown(run: ReportedRun, { entries }: Baseline): ReportedRun {
  const findings = run.findings.map((finding) => {
    const entry = entries.find((candidate) => isSame(candidate, run, finding));
    return entry === undefined || entry.reason === "" ? finding : { ...finding, known: entry.reason };
  });
  const judged = ["fail", "warn"].includes(run.verdict);
  const known = judged && findings.length > 0 && findings.every((finding) => finding.known !== undefined);
  return { ...run, findings, known };
}

function problemOf(
  entry: BaselineEntry,
  runs: readonly ReportedRun[],
  { cases, requirements }: BaselineContext,
): BaselineProblem | undefined {
  const name = entryName(entry);
  if (!cases.has(entry.case)) return unknown(name, "case", entry.case, cases);
  if (!requirements.has(entry.requirement))
    return unknown(name, "requirement", entry.requirement, requirements);
  if (entry.reason === "") {
    return { problem: "no-reason", entry: name, message: "say in its reason why this failure is accepted" };
  }
  const about = runs.filter((run) => run.case === entry.case);
  const mine = about.filter((run) => run.instance === entry.instance);
  if (mine.length === 0 && about.some((run) => cameToVerdict(run))) {
    return {
      problem: "stale",
      entry: name,
      message: `the case is no longer run for "${entry.instance ?? ""}": remove the entry`,
    };
  }
  const judged = mine.filter(cameToVerdict);
  if (judged.length === 0 || entry.flaky === true) return undefined;
  const failing = judged.filter((run) => run.findings.some((finding) => isSame(entry, run, finding)));
  if (failing.length === judged.length) return undefined;
  if (failing.length > 0) {
    const message = `fails in ${failing.length} of ${judged.length} runs: mark it with flaky: true, or find out why`;
    return { problem: "stale", entry: name, message };
  }
  const otherwise = judged.flatMap((run) => run.findings).find((finding) => isAbout(entry, finding));
  const message =
    otherwise === undefined
      ? "it no longer fails: remove the entry"
      : `it fails in another way now (${otherwise.difference}, fingerprint ${otherwise.fingerprint}): ${otherwise.actual}`;
  return { problem: "stale", entry: name, message };
}

/** What was not run, or not to its end, says nothing of an entry. */
function cameToVerdict({ verdict }: ReportedRun): boolean {
  return ["pass", "fail", "warn", "not-applicable"].includes(verdict);
}

function unknown(entry: string, what: string, name: string, all: ReadonlySet<string>): BaselineProblem {
  const meant = didYouMean(name, [...all]);
  const hint = meant === undefined ? "" : `; ${meant}`;
  return { problem: "unknown", entry, message: `there is no ${what} ${name}${hint}` };
}

function entryFor(run: ReportedRun, finding: ReportedFinding, reason: string): BaselineEntry {
  return {
    case: run.case,
    ...(run.instance === undefined ? {} : { instance: run.instance }),
    requirement: finding.requirements[0] ?? "",
    assertion: finding.assertion,
    fingerprint: finding.fingerprint,
    failure: failureText(finding),
    reason,
  };
}

/** The failure for readers, without what differs from run to run: the file is compared and reviewed. */
function failureText({ expected, actual }: ReportedFinding): string {
  const text = `expected ${expected}; got ${withoutTrace(actual)}`
    .replaceAll(/(?:\/[^\s"'\\/]+)*\/xp-\w{6}(?=[/\s"'\\:,;)]|$)/g, "RUN")
    .replaceAll(/\s+/g, " ");
  return text.length <= longestFailure ? text : `${text.slice(0, longestFailure - 1)}…`;
}

const longestFailure = 300;

/** Last words are several lines, told as one JSON text: the one that names the error says what happened. */
function withoutTrace(actual: string): string {
  return actual.replace(/(its last words were ")((?:[^"\\]|\\.)*)/, (_, before: string, words: string) => {
    const lines = words.split("\\n");
    return `${before}${lines.find(namesError) ?? lines[0]}`;
  });
}

function isSame(entry: BaselineEntry, run: ReportedRun, finding: ReportedFinding): boolean {
  return (
    runKey(entry) === runKey(run) && isAbout(entry, finding) && entry.fingerprint === finding.fingerprint
  );
}

function isAbout(entry: BaselineEntry, finding: ReportedFinding): boolean {
  return entry.requirement === finding.requirements[0] && entry.assertion === finding.assertion;
}

function runKey({ case: id, instance }: { readonly case: string; readonly instance?: string }): string {
  return JSON.stringify([id, instance ?? null]);
}

function keyOf(entry: BaselineEntry): string {
  return JSON.stringify([entryName(entry), entry.fingerprint]);
}
