/** A whole check: cases and target come together, the runs are made, judged and reported. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { problemText } from "../case/problem.js";
import { requirements } from "../case/register.js";
import { kitVersion } from "../cli/kit-version.js";
import { UsageError } from "../cli/usage-error.js";
import { buildReport, reportRun, requirementRows } from "../report/build.js";
import type { ConsoleReporter } from "../report/console.js";
import type { Report, ReportedRun } from "../report/model.js";
import type { RunResult, Target } from "../run/contract.js";
import { exitCodeOf, type Interruption, listenForInterruption } from "../run/interruption.js";
import { runId } from "../run/names.js";
import { type PlanEntry, planOverlooked, planRuns, runPlan } from "../run/run-all.js";
import { readTrace } from "../run/trace-file.js";
import type { Transform } from "../run/transform.js";
import { baselineOf, compareWithBaseline, markKnown } from "./baseline.js";
import { assertSameTarget, type Baseline, baselineText, readBaseline } from "./baseline-file.js";
import { findEarlierRun } from "./earlier-run.js";
import { hasKit, readCases } from "./kit-cases.js";
import { openTarget } from "./open-target.js";
import type { CheckOptions } from "./options.js";
import { prepareOutputs, writeOutputs } from "./outputs.js";
import {
  assertWhole,
  casesOf,
  countedBy,
  type ReleasedSet,
  readReleasedSet,
  registerOf,
} from "./released-set.js";
import { checkCommand, reproduceCommand, withRounds } from "./reproduce.js";
import { selectCases, selectInstances, selectionOf } from "./select.js";

/** How a check tells what it does. */
export interface CheckHooks {
  /** Makes the reporter, once it is known how many runs there will be. */
  reporter(planned: number): ConsoleReporter;
  /** Something that deserves a second look. */
  warn(text: string): void;
}

/** What came of a check. */
export interface Checked {
  readonly report: Report;
  readonly exitCode: number;
  /** Files that were written. */
  readonly written: readonly string[];
}

/** One plan, and how its frames are put into bytes. */
interface Pass {
  readonly transform?: Transform;
  readonly plan: readonly PlanEntry[];
}

/** Checks. Everything that was started is gone when it resolves, also after a signal. */
export async function check(options: CheckOptions, hooks: CheckHooks): Promise<Checked> {
  const set = options.spec === undefined ? undefined : readReleasedSet(options.spec);
  const { cases: all, warnings } = readCases(options.cases, options.checked.kind);
  if (set !== undefined && hasKit(options.cases)) assertWhole(set, options.checked.kind, all);
  const cases = set === undefined ? all : casesOf(set, all);
  for (const warning of warnings) hooks.warn(problemText(warning));
  const earlier = options.baseline === undefined ? undefined : readBaseline(options.baseline);
  const chosen = selectCases(cases, options);
  prepareOutputs(options.files);
  const earlierRun = findEarlierRun(options.files.out);
  const started = new Date();
  const begun = performance.now();
  const interruption = listenForInterruption();
  const { traces, dispose } = traceFolder(options.files.out);
  try {
    const target = await openTarget(options, interruption.signal);
    try {
      if (earlier !== undefined) assertSameTarget(earlier, target.facts.name, options.baseline);
      const passes = planPasses(target, chosen, options);
      earlierRun.remove();
      const reporter = hooks.reporter(passes.reduce((sum, { plan }) => sum + plan.length, 0));
      const { results, runs } = await runPasses({
        ...{ target, passes, options, traces, interruption, reporter },
        ...(set === undefined ? {} : { set }),
        ...(earlier === undefined ? {} : { baseline: earlier }),
      });
      const known = new Set(cases.map((one) => one.id));
      const compared =
        earlier === undefined
          ? { runs, problems: [] }
          : compareWithBaseline(runs, earlier, {
              cases: known,
              requirements: new Set(requirements().keys()),
            });
      const report = buildReport({
        kitVersion: kitVersion(),
        target: target.facts,
        command: checkCommand(options),
        started,
        milliseconds: performance.now() - begun,
        runs: compared.runs,
        baselineProblems: compared.problems,
        interrupted: interruption.received() !== undefined,
        requirements: requirementRows(target.kind, registerOf(set), results),
        selection: selectionOf(cases, options),
        ...(set === undefined ? {} : { frozen: set.version }),
        ...(options.shard === undefined
          ? {}
          : { shards: { of: options.shard.count, included: [options.shard.index] } }),
        ...(options.baseline === undefined || earlier === undefined
          ? {}
          : { baseline: { file: options.baseline, entries: earlier.entries.length } }),
      });
      const written = [...writeOutputs(report, options.files), ...writeBaseline(report, options)];
      reporter.finish(report);
      const signal = interruption.received();
      return { report, written, exitCode: signal === undefined ? report.exitCode : exitCodeOf(signal) };
    } finally {
      await target.close?.();
    }
  } catch (error) {
    // What goes wrong because everything was told to end is not worth a word of its own.
    interruption.signal.throwIfAborted();
    throw error;
  } finally {
    dispose();
    interruption.dispose();
  }
}

/** Where traces go: to `--out`, or to a folder that is gone afterwards, however the process ends. */
function traceFolder(out: string | undefined): { readonly traces: string; dispose(): void } {
  if (out !== undefined) return { traces: join(out, "traces"), dispose: () => {} };
  const traces = mkdtempSync(join(tmpdir(), "xp-traces-"));
  const remove = () => rmSync(traces, { recursive: true, force: true });
  process.once("exit", remove);
  return {
    traces,
    dispose() {
      process.off("exit", remove);
      remove();
    },
  };
}

/** The plain runs come first, so that what changes under a transform is seen against them. */
function planPasses(
  target: Target,
  cases: readonly PlanEntry["case"][],
  options: CheckOptions,
): readonly Pass[] {
  const { repeat, transforms } = options;
  const chosen = (plan: readonly PlanEntry[]) => selectInstances(plan, options);
  const passes = [
    { plan: chosen(planRuns(target, cases, { repeat })) },
    ...transforms.map((transform) => ({
      transform,
      plan: chosen(planRuns(target, cases, { repeat, transform })).filter(
        ({ planned }) => planned.kind === "run",
      ),
    })),
  ];
  if (cases.length > 0 && passes[0]?.plan.length === 0)
    throw new UsageError(`${options.only.join(", ")}: the case is not run for this on ${target.facts.name}`);
  return passes;
}

interface PassInput {
  readonly target: Target;
  readonly passes: readonly Pass[];
  readonly options: CheckOptions;
  readonly traces: string;
  readonly interruption: Interruption;
  readonly reporter: ConsoleReporter;
  readonly baseline?: Baseline;
  readonly set?: ReleasedSet;
}

async function runPasses(
  input: PassInput,
): Promise<{ results: readonly RunResult[]; runs: readonly ReportedRun[] }> {
  const { target, passes, options, traces, interruption, reporter, baseline, set } = input;
  const results: RunResult[] = [];
  const reported = new Map<string, ReportedRun>();
  const make = async ({ transform, plan }: Pass): Promise<void> => {
    const pass = await runPlan(target, plan, {
      jobs: options.jobs,
      out: traces,
      signal: interruption.signal,
      ...(transform === undefined ? {} : { transform }),
      onStart: (name) => reporter.begin(runId(name)),
      onResult: (judged) => {
        const result = countedBy(set, judged);
        const plain = reportRun(result, {
          register: requirements(),
          events: result.trace === undefined ? [] : readTrace(result.trace).events,
          reproduce: reproduceCommand(options, result),
          ...(options.files.out === undefined ? {} : { traces }),
        });
        const run = baseline === undefined ? plain : markKnown(plain, baseline);
        reported.set(result.id, run);
        reporter.end(run);
      },
    });
    results.push(...pass.map((result) => countedBy(set, result)));
  };
  for (const pass of passes) await make(pass);
  const cases = passes[0]?.plan.map((entry) => entry.case) ?? [];
  await make({ plan: planOverlooked(target, cases) });
  const runs = withRounds(
    options,
    results.flatMap(({ id }) => reported.get(id) ?? []),
  );
  return { results, runs };
}

function writeBaseline(report: Report, options: CheckOptions): readonly string[] {
  const { writeBaseline: path, reason, baseline } = options;
  if (path === undefined) return [];
  const earlier = baseline === undefined ? undefined : readBaseline(baseline);
  const text = baselineText(
    baselineOf(report.runs, {
      target: report.target.name,
      reason,
      ...(earlier === undefined ? {} : { earlier }),
    }),
  );
  try {
    writeFileSync(path, text);
  } catch (cause) {
    throw new UsageError(`the baseline ${path} cannot be written: ${(cause as Error).message}`);
  }
  return [path];
}
