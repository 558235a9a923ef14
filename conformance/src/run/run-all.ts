/** Many runs: planned first, then made a few at a time. */
import type { Case } from "../case/format.js";
import { unrun } from "../judge/verdict.js";
import type { Planned, RunName, RunOptions, RunResult, Target } from "./contract.js";
import { runId } from "./names.js";
import { runCase } from "./run-case.js";
import { secondLook } from "./second-look.js";

/** One entry of the plan: a run to make, or the reason why there is none. */
export interface PlanEntry {
  readonly name: RunName;
  readonly case: Case;
  readonly planned: Planned;
}

/** Everything that a check is going to do, in order. */
export function planRuns(
  target: Target,
  cases: readonly Case[],
  options: Pick<RunOptions, "repeat" | "transform">,
): readonly PlanEntry[] {
  const { repeat = 1, transform } = options;
  const rounds = Array.from({ length: repeat }, (_, index) => index + 1);
  const applicable = cases.filter((theCase) => theCase.for === target.kind);
  return rounds.flatMap((round) =>
    applicable.flatMap((theCase) =>
      target.plan(theCase).map(
        (planned): PlanEntry => ({
          case: theCase,
          planned,
          name: {
            case: theCase.id,
            ...(planned.kind === "run" && planned.run.instance !== undefined
              ? { instance: planned.run.instance }
              : {}),
            ...(repeat > 1 ? { round } : {}),
            ...(transform === undefined || transform.name === "plain" ? {} : { transform: transform.name }),
          },
        }),
      ),
    ),
  );
}

/** Entries for what came to light when the runs were made: the first case that is run for each such thing says so. */
export function planOverlooked(target: Target, cases: readonly Case[]): readonly PlanEntry[] {
  return (target.overlooked?.() ?? []).flatMap(({ kind, name, why }): readonly PlanEntry[] => {
    const about = cases.filter(({ each }) => each === kind);
    const theCase = about.find(({ needs }) => needs.length === 0) ?? about[0];
    if (theCase === undefined) return [];
    const instance = `${kind}=${name}`;
    return [{ case: theCase, name: { case: theCase.id, instance }, planned: { kind: "could-not-run", why } }];
  });
}

/**
 * Makes the runs of a plan, at most `jobs` at a time. Results are in the order of the plan; `onResult` gets them as
 * they come. After an interruption the rest is reported as not run.
 */
export async function runPlan(
  target: Target,
  plan: readonly PlanEntry[],
  options: RunOptions,
): Promise<readonly RunResult[]> {
  const results: RunResult[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < plan.length; index = next++) {
      const entry = plan[index] as PlanEntry;
      options.onStart?.(entry.name);
      const result = await runEntry(target, entry, options);
      results[index] = result;
      options.onResult?.(result);
    }
  };
  const jobs = Math.max(1, Math.min(options.jobs ?? 1, plan.length));
  await Promise.all(Array.from({ length: jobs }, work));
  return results;
}

/** Plans and runs. The target is closed by the caller. */
export async function runAll(input: {
  readonly target: Target;
  readonly cases: readonly Case[];
  readonly options: RunOptions;
}): Promise<readonly RunResult[]> {
  const { target, cases, options } = input;
  return runPlan(target, planRuns(target, cases, options), options);
}

async function runEntry(target: Target, entry: PlanEntry, options: RunOptions): Promise<RunResult> {
  const { name, case: theCase, planned } = entry;
  const facts = {
    ...name,
    id: runId(name),
    title: theCase.title,
    file: theCase.file,
    proves: theCase.proves,
  };
  if (planned.kind !== "run") return { ...facts, judgement: unrun(planned.kind, planned.why, theCase) };
  if (options.signal?.aborted) return { ...facts, judgement: unrun("could-not-run", "interrupted", theCase) };
  return secondLook(
    target,
    theCase,
    await runCase({ case: theCase, run: planned.run, target, name, options }),
  );
}
