/** Makes the report of a check from what the runner gives back. */
import { extname, relative } from "node:path";
import { specVersion } from "@extproto/schemas";
import type { RegisteredRequirement } from "../case/register.js";
import type { AssertionStatus, Finding, JudgedAssertion, TraceEvent } from "../judge/contract.js";
import type { RunResult, TargetFacts } from "../run/contract.js";
import { fingerprintOf } from "./fingerprint.js";
import type { AssertionCounts, Report, ReportedFinding, ReportedRun, RequirementRow } from "./model.js";
import { divergingEvent, excerptOf } from "./moments.js";
import { countVerdicts, type Evidence, outcomeOf, sumAssertions } from "./verdict.js";

/** How much of a trace is kept for a run that fails, and for one that does not. */
const kept = { failing: { most: 120, longest: 2000 }, passing: { most: 60, longest: 300 } };

/** Requirements by id, in the order of the documents. */
export type Register = ReadonlyMap<string, RegisteredRequirement>;

/** What one run becomes a part of. */
export interface RunContext {
  readonly register: Register;
  /** The events of the run, as they stand in its trace. */
  readonly events: readonly TraceEvent[];
  /** The command that runs this case alone. */
  readonly reproduce: string;
  /** The folder that the paths of traces are relative to. */
  readonly traces?: string;
}

/** One run, for the report. */
export function reportRun(
  result: RunResult,
  { register, events, reproduce, traces }: RunContext,
): ReportedRun {
  const { judgement } = result;
  const clean = judgement.findings.length === 0;
  return {
    id: result.id,
    case: result.case,
    ...(result.instance === undefined ? {} : { instance: result.instance }),
    ...(result.round === undefined ? {} : { round: result.round }),
    ...(result.transform === undefined ? {} : { transform: result.transform }),
    title: result.title,
    file: fileBelowCases(result),
    proves: [...result.proves],
    verdict: judgement.verdict,
    ...(judgement.why === undefined ? {} : { why: judgement.why }),
    milliseconds: Math.round(judgement.elapsed * 10) / 10,
    noise: Math.round(judgement.noise * 10) / 10,
    assertions: countAssertions(judgement.assertions),
    notReached: judgement.assertions
      .filter((assertion) => assertion.status === "not-reached")
      .map((assertion) => `${assertion.id}: ${assertion.text}`),
    findings: judgement.findings.map((finding) => reportFinding(finding, register, events)),
    known: false,
    reproduce,
    ...(result.trace === undefined || traces === undefined ? {} : { trace: relative(traces, result.trace) }),
    ...excerptOf(events, judgement.findings, clean ? kept.passing : kept.failing),
  };
}

/**
 * The file of a case below its folder of cases, which its id is made from. Where that folder is, and where the
 * command is run, may be another matter when the run is judged again.
 */
function fileBelowCases({ case: id, file }: Pick<RunResult, "case" | "file">): string {
  return `${id}${extname(file)}`;
}

function reportFinding(finding: Finding, register: Register, events: readonly TraceEvent[]): ReportedFinding {
  const requirement = register.get(finding.requirements[0] ?? "");
  const event = finding.event === undefined ? undefined : events[finding.event];
  return {
    requirements: [...finding.requirements],
    level: requirement?.level ?? "MUST",
    sentence: requirement?.sentence ?? "",
    assertion: finding.assertion,
    ...(finding.actor === undefined ? {} : { actor: finding.actor }),
    ...(finding.line === undefined ? {} : { line: finding.line }),
    expected: finding.expected,
    actual: finding.actual,
    hint: finding.hint,
    difference: finding.difference,
    ...(finding.event === undefined ? {} : { event: finding.event }),
    at: divergingEvent(finding, events),
    fingerprint: fingerprintOf(finding, event),
  };
}

function countAssertions(assertions: readonly JudgedAssertion[]): AssertionCounts {
  const having = (status: AssertionStatus) =>
    assertions.filter((assertion) => assertion.status === status).length;
  return {
    planned: assertions.length,
    passed: having("passed"),
    weak: having("weak"),
    failed: having("failed"),
    notReached: having("not-reached"),
  };
}

/** What a report is made of, beside its runs. */
export interface ReportInput extends Evidence {
  readonly kitVersion: string;
  readonly target: TargetFacts;
  readonly command: string;
  readonly started: Date;
  readonly milliseconds: number;
  readonly requirements: readonly RequirementRow[];
  readonly selection: Report["selection"];
  /** The released specification whose frozen set was counted, if one was chosen. */
  readonly frozen?: string;
  readonly shards?: Report["shards"];
  readonly baseline?: Omit<NonNullable<Report["baseline"]>, "problems">;
}

/** The whole report. */
export function buildReport(input: ReportInput): Report {
  const { target, runs } = input;
  return {
    format: "extproto-report",
    version: 1,
    kit: {
      version: input.kitVersion,
      spec: input.frozen ?? specVersion,
      frozen: input.frozen !== undefined,
    },
    selection: input.selection,
    target: {
      kind: target.kind,
      name: target.name,
      ...(target.version === undefined ? {} : { version: target.version }),
      source: target.source,
      details: { ...target.details },
    },
    command: input.command,
    started: input.started.toISOString(),
    milliseconds: Math.round(input.milliseconds),
    ...outcomeOf(input),
    counts: countVerdicts(runs),
    assertions: sumAssertions(runs),
    ...(input.shards === undefined ? {} : { shards: input.shards }),
    ...(input.baseline === undefined
      ? {}
      : { baseline: { ...input.baseline, problems: [...input.baselineProblems] } }),
    runs: [...runs],
    requirements: [...input.requirements],
  };
}

/** Whom the requirements of a target bind. */
export const boundBy: Readonly<Record<TargetFacts["kind"], readonly string[]>> = {
  extension: ["extension"],
  host: ["host", "rpc-server"],
  client: ["rpc-client"],
};

/** How each requirement that binds the target fared. */
export function requirementRows(
  kind: TargetFacts["kind"],
  register: Register,
  results: readonly RunResult[],
): RequirementRow[] {
  return [...register.values()]
    .filter(
      ({ status, binds }) =>
        status.kind === "testable" && binds.some((party) => boundBy[kind].includes(party)),
    )
    .map((requirement) => rowOf(requirement, results));
}

function rowOf(
  { id, level, document, sentence }: RegisteredRequirement,
  results: readonly RunResult[],
): RequirementRow {
  const proving = results.filter((result) => result.proves.includes(id));
  const watched = results.flatMap((result) =>
    result.judgement.assertions.filter(
      (assertion) => assertion.kind === "invariant" && assertion.requirements.includes(id),
    ),
  );
  return {
    id,
    level,
    document,
    sentence,
    outcome: outcomeFor(id, proving, watched, results),
    cases: [...new Set(proving.map((result) => result.case))].sort(),
    invariants: [...new Set(watched.map((assertion) => assertion.id.replace(/^invariant /, "")))].sort(),
  };
}

function outcomeFor(
  id: string,
  proving: readonly RunResult[],
  watched: readonly JudgedAssertion[],
  results: readonly RunResult[],
): RequirementRow["outcome"] {
  if (results.some((result) => result.judgement.findings.some((finding) => finding.requirements[0] === id)))
    return "broken";
  const green = proving.some((result) => ["pass", "warn"].includes(result.judgement.verdict));
  if (green || watched.some((assertion) => assertion.status === "passed")) return "kept";
  if (proving.length === 0) return watched.length === 0 ? "no-case" : "not-shown";
  const none = proving.every((result) => result.judgement.verdict === "not-applicable");
  return none ? "not-applicable" : "not-shown";
}
