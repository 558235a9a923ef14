/**
 * A run that failed, looked at again: a target that lacks what a step sees something else through is not to blame
 * for that something else. What it lacks becomes part of the trace, so that the trace alone leads to the verdict.
 */
import { plainSteps } from "../case/evidence.js";
import type { Case } from "../case/format.js";
import { seenThrough } from "../case/observations.js";
import { judgeTrace } from "../judge/judge-trace.js";
import type { RunResult, Target } from "./contract.js";
import { readTrace, rewriteHeader } from "./trace-file.js";

/** Gives the result as it is, or as it is once it is known what the target lacks. */
export async function secondLook(target: Target, theCase: Case, result: RunResult): Promise<RunResult> {
  const { trace, judgement } = result;
  if (target.lacks === undefined || trace === undefined) return result;
  const failed = new Set(judgement.findings.map(({ assertion }) => assertion));
  const through = plainSteps(theCase)
    .filter(({ at }) => failed.has(`step ${at}`))
    .flatMap((step) => seenThrough(theCase, step) ?? []);
  const unmet: string[] = [];
  for (const name of new Set(through)) if (await target.lacks(name)) unmet.push(name);
  if (unmet.length === 0) return result;
  rewriteHeader(trace, (header) => ({
    ...header,
    run: { ...header.run, facts: { ...header.run.facts, unmet } },
  }));
  return { ...result, judgement: judgeTrace(theCase, readTrace(trace)) };
}
