/** `extproto judge RUN`: judges stored traces again, without the target. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { didYouMean } from "@extproto/schemas";
import { Command } from "commander";
import type { Case, TargetKind } from "../case/format.js";
import { requirements } from "../case/register.js";
import { findKitCase, kitCases, kitName, readCases } from "../check/kit-cases.js";
import { readOutputs, type WrittenCheckOptions } from "../check/options.js";
import { jsonReport, prepareOutputs, writeOutputs } from "../check/outputs.js";
import { countedBy, readReleasedSet, registerOf } from "../check/released-set.js";
import { shellLine } from "../check/shell.js";
import { exitCodes } from "../cli/exit-codes.js";
import { kitVersion } from "../cli/kit-version.js";
import { UsageError } from "../cli/usage-error.js";
import { judgeTrace } from "../judge/judge-trace.js";
import { unrun } from "../judge/verdict.js";
import { buildReport, reportRun, requirementRows } from "../report/build.js";
import type { Report, ReportedRun } from "../report/model.js";
import type { RunResult, TraceHeader } from "../run/contract.js";
import { runId } from "../run/names.js";
import { readTrace, TraceError } from "../run/trace-file.js";
import { writeOut } from "../validate/output.js";
import { collect } from "./collect.js";
import { readReport } from "./merge.js";
import { terminalText } from "./terminal-text.js";

const explanation = `
RUN is the folder of check --out, a folder of traces, or one trace. Where the folder
holds report.json, the verdicts of the live run are compared with those of now.

The exit codes are those of check; 4 also where a run is judged otherwise than live.

Examples:
  $ extproto check ./my-extension --out results
  $ extproto judge results
  $ extproto judge results/traces/extension.tools.one-result/trace.ndjson`;

type WrittenJudgeOptions = WrittenCheckOptions & { readonly cases: readonly string[] };

/** Makes the command; `done` takes the exit code. */
export function judgeCommand(done: (code: number) => void): Command {
  return new Command("judge")
    .description("Judge a stored run again, without the target.")
    .argument("<RUN>", "folder of check --out, folder of traces, or a trace")
    .option("--cases <path>", "cases of your own, beside the kit's (may be repeated)", collect, [])
    .option("--json", "print the report as JSON, and nothing else")
    .option("--junit <file>", "write JUnit XML")
    .option("--html <file>", "write the page")
    .option("--markdown <file>", "write the summary for a CI job")
    .option("--badge <file>", "write the JSON of a badge")
    .helpOption("-h, --help", "print this help")
    .addHelpText("after", explanation)
    .action(async (run: string, written: WrittenJudgeOptions) => {
      const outputs = readOutputs(written);
      prepareOutputs(outputs);
      const { report, compared, differing } = judgeRun(run, written.cases);
      writeOutputs(report, outputs);
      await writeOut(outputs.json ? jsonReport(report) : terminalText(report));
      const same = differing.length === 0;
      const comparison = same
        ? "judged as in the live run\n"
        : `judged otherwise than in the live run: ${differing.join(", ")}\n`;
      if (compared && !outputs.json) await writeOut(comparison);
      else if (!same) process.stderr.write(comparison);
      done(same ? report.exitCode : exitCodes.fault);
    });
}

/** What came of judging again. */
export interface Rejudged {
  readonly report: Report;
  /** True: there were verdicts of the live run to compare with. */
  readonly compared: boolean;
  /** Ids of the runs that are judged otherwise than live, or whose traces are gone. */
  readonly differing: readonly string[];
}

/** Judges all traces of a run. */
export function judgeRun(path: string, folders: readonly string[]): Rejudged {
  const files = tracesIn(path);
  const live = existsSync(join(path, "report.json")) ? readReport(join(path, "report.json")) : undefined;
  const begun = performance.now();
  const started = new Date();
  const traces = existsSync(join(path, "traces")) ? join(path, "traces") : path;
  const find = caseFinder(folders);
  const set = live?.kit.frozen === true ? readReleasedSet(live.kit.spec) : undefined;
  let header: TraceHeader | undefined;
  const results: RunResult[] = [];
  const judged = files.map((file) => {
    const trace = openTrace(file);
    header ??= trace.header;
    const { name } = trace.header;
    const theCase = find(name.case, file);
    const before = live?.runs.find((run) => run.id === runId(name));
    const result = countedBy(set, {
      ...name,
      id: runId(name),
      title: theCase.title,
      file: theCase.file,
      proves: theCase.proves,
      judgement: judgeTrace(theCase, trace),
      trace: file,
    });
    results.push(result);
    const reproduce = before?.reproduce ?? shellLine(["extproto", "judge", file]);
    return reportRun(result, {
      register: requirements(),
      events: trace.events,
      reproduce,
      ...(live === undefined ? {} : { traces }),
    });
  });
  if (header === undefined)
    throw new UsageError(
      live === undefined
        ? `${path} holds no trace: a trace is a file trace.ndjson`
        : `${path} holds a report and no trace: judge the folder of check --out with its traces, or merge parts whose traces lie beside their reports`,
    );
  const unmade = (live?.runs ?? []).filter((run) => run.trace === undefined);
  for (const run of unmade) results.push(countedBy(set, unmadeResult(run, find(run.case, path))));
  const runs = inLiveOrder([...judged, ...unmade], live).map((run) => asKnown(run, live));
  const report = buildReport({
    kitVersion: kitVersion(),
    target: header.target,
    command: shellLine(["extproto", "judge", path]),
    started,
    milliseconds: performance.now() - begun,
    runs,
    baselineProblems: live?.baseline?.problems ?? [],
    interrupted: live?.why.includes("the check was interrupted") ?? false,
    requirements: requirementRows(header.target.kind, registerOf(set), results),
    selection: live?.selection ?? selectionFrom(results, header.target.kind),
    ...(set === undefined ? {} : { frozen: set.version }),
    ...(live?.shards === undefined ? {} : { shards: live.shards }),
    ...(live?.baseline === undefined ? {} : { baseline: live.baseline }),
  });
  return {
    report,
    compared: live !== undefined,
    differing: live === undefined ? [] : differences(live.runs, runs),
  };
}

/** The runs of which the two do not say the same, by their ids; one that only one of them has is among them. */
function differences(before: readonly ReportedRun[], now: readonly ReportedRun[]): readonly string[] {
  const texts = (runs: readonly ReportedRun[]) => new Map(runs.map((run) => [run.id, JSON.stringify(run)]));
  const [was, is] = [texts(before), texts(now)];
  return [...new Set([...was.keys(), ...is.keys()])].filter((id) => was.get(id) !== is.get(id));
}

/** A case that was planned and not run: the report of the live run says why, and there is no trace. */
function unmadeResult(run: ReportedRun, theCase: Case): RunResult {
  const { id, instance, round, transform, verdict, why = "" } = run;
  const reason = unmadeVerdicts.find((one) => one === verdict) ?? "could-not-run";
  return {
    id,
    case: theCase.id,
    ...(instance === undefined ? {} : { instance }),
    ...(round === undefined ? {} : { round }),
    ...(transform === undefined ? {} : { transform }),
    title: theCase.title,
    file: theCase.file,
    proves: theCase.proves,
    judgement: unrun(reason, why, theCase),
  };
}

const unmadeVerdicts = ["not-applicable", "could-not-run", "dependency-failed", "harness-error"] as const;

/** Traces alone do not say what was chosen: it is what they hold, of all that the kit has for this target. */
function selectionFrom(results: readonly RunResult[], kind: TargetKind): Report["selection"] {
  const ofKit = results.some(({ file }) => !relative(kitCases, file).startsWith(".."));
  const cases = new Set(results.map((one) => one.case)).size;
  return { cases, of: ofKit ? readCases([kitName], kind).cases.length : 0 };
}

/** What the baseline made known in the live run stays known, as long as the failure is the same. */
function asKnown(run: ReportedRun, live: Report | undefined): ReportedRun {
  const before = live?.runs.find((one) => one.id === run.id);
  if (before === undefined || before === run) return run;
  const findings = run.findings.map((finding) => {
    const known = before.findings.find(
      (one) => one.assertion === finding.assertion && one.fingerprint === finding.fingerprint,
    )?.known;
    return known === undefined ? finding : { ...finding, known };
  });
  const known =
    before.known && findings.length > 0 && findings.every((finding) => finding.known !== undefined);
  return { ...run, findings, known };
}

function inLiveOrder(runs: readonly ReportedRun[], live: Report | undefined): readonly ReportedRun[] {
  const place = new Map(live?.runs.map((run, index) => [run.id, index]));
  const at = (run: ReportedRun) => place.get(run.id) ?? Number.POSITIVE_INFINITY;
  return [...runs].sort((one, other) => at(one) - at(other) || (one.id < other.id ? -1 : 1));
}

function tracesIn(path: string): readonly string[] {
  if (!existsSync(path)) throw new UsageError(`there is no run ${path}`);
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => /(^|[\\/])trace\.ndjson$/.test(name))
    .map((name) => join(path, name))
    .sort();
}

function openTrace(file: string): ReturnType<typeof readTrace> {
  try {
    return readTrace(file);
  } catch (error) {
    if (error instanceof TraceError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** Only the cases that are asked for are read: judging is to be quick. */
function caseFinder(folders: readonly string[]): (id: string, file: string) => Case {
  const own = new Map(folders.length === 0 ? [] : readCases(folders).cases.map((one) => [one.id, one]));
  const kit = new Map<string, Case | undefined>();
  return (id, file) => {
    if (!own.has(id) && !kit.has(id)) kit.set(id, findKitCase(id));
    const found = own.get(id) ?? kit.get(id);
    if (found !== undefined) return found;
    const all = readCases([kitName, ...folders]).cases.map((one) => one.id);
    const guess = didYouMean(id, all) ?? "name its folder with --cases";
    throw new UsageError(`${relative(".", file)} is a run of the case ${id}, which is not there; ${guess}`);
  };
}
