/** The end of a run -> its verdict. */
import { evidenceOf, plainSteps } from "../case/evidence.js";
import type { Case, NeverStep } from "../case/format.js";
import { levelOf } from "../case/register.js";
import type { AssertionStatus, Finding, JudgedAssertion, Judgement, Verdict } from "./contract.js";
import { invariantsFor } from "./invariants/registry.js";
import { assertionOf, plannedAssertions } from "./plan.js";
import type { State } from "./state.js";
import { rounded } from "./time.js";

/** Judges a run by the state that its events led to. */
export function judgementOf(ended: State): Judgement {
  const state = ended.unmet === undefined ? ended : withoutNevers(ended);
  const assertions = [...stepAssertions(state), ...invariantAssertions(state)];
  const { verdict, why } = verdictOf(state, assertions);
  return {
    verdict,
    ...(why === undefined ? {} : { why }),
    assertions,
    findings: state.findings,
    elapsed: rounded(state.now - (state.first ?? state.now)),
    noise: state.noise,
  };
}

/**
 * Silence is asked for on the condition that the steps after it happen: where what they build on is missing, what
 * came instead breaks nothing.
 */
function withoutNevers(state: State): State {
  const nevers = new Set(state.armed.map(({ step }) => `step ${step.at}`));
  return {
    ...state,
    armed: state.armed.map(({ step }) => ({ step, broken: false })),
    findings: state.findings.filter(({ assertion }) => !nevers.has(assertion)),
  };
}

function stepAssertions(state: State): readonly JudgedAssertion[] {
  const planned = plannedAssertions(state.case).map(
    (assertion): JudgedAssertion => ({
      ...assertion,
      status: statusOf(assertion.id.slice("step ".length), state),
    }),
  );
  // A send that the target refused was no assertion until it failed.
  const refused = plainSteps(state.case)
    .filter((step) => state.failed.includes(step.at) && !planned.some(({ id }) => id === `step ${step.at}`))
    .map((step): JudgedAssertion => ({ ...assertionOf(step, state.case), status: "failed" }));
  return [...planned, ...refused];
}

function statusOf(at: string, state: State): AssertionStatus {
  const never = state.armed.find(({ step }) => step.at === at);
  if (never !== undefined) return neverStatus(never.step, never.broken, state);
  if (state.failed.includes(at)) return "failed";
  return state.passed.includes(at) ? "passed" : "not-reached";
}

/** Silence is shown by what follows; where the program broke off before its end, it is not. */
function neverStatus(step: NeverStep, broken: boolean, state: State): AssertionStatus {
  if (broken) return "failed";
  if (state.main.next < state.case.steps.length) return "not-reached";
  return evidenceOf(step, state.case) === "fence" ? "passed" : "weak";
}

function invariantAssertions(state: State): readonly JudgedAssertion[] {
  return invariantsFor(state.config.target).flatMap((invariant, index): JudgedAssertion[] => {
    const watched = state.watched[index];
    if (watched === undefined || !watched.exercised) return [];
    return [
      {
        id: `invariant ${invariant.name}`,
        kind: "invariant",
        requirements: invariant.requirements,
        text: invariant.doc,
        status: watched.broken ? "failed" : "passed",
      },
    ];
  });
}

function verdictOf(
  state: State,
  assertions: readonly JudgedAssertion[],
): { readonly verdict: Verdict; readonly why?: string } {
  if (state.interrupted !== undefined) return { verdict: "could-not-run", why: state.interrupted };
  if (state.harness !== undefined) return { verdict: "harness-error", why: state.harness };
  if (state.dependency !== undefined) return { verdict: "dependency-failed", why: state.dependency };
  // What was seen before still counts.
  if (state.findings.some(breaksMust)) return { verdict: "fail" };
  if (state.unmet !== undefined) return { verdict: "dependency-failed", why: state.unmet };
  const missed = assertions.filter(({ status }) => status === "not-reached");
  // A broken SHOULD must not hide that a MUST was never tried.
  const hidden = missed.some(({ requirements }) => requirements.some((id) => levelOf(id) === "MUST"));
  if (missed.length > 0 && (hidden || state.findings.length === 0)) {
    const why = `${missed.length} of ${assertions.length} assertions were not reached`;
    return { verdict: "could-not-run", why };
  }
  return { verdict: state.findings.length > 0 ? "warn" : "pass" };
}

/** A finding counts as its most binding requirement. */
function breaksMust(finding: Finding): boolean {
  return finding.requirements.some((id) => levelOf(id) === "MUST");
}

/** The judgement of a case that was not run, or of a run that left nothing to judge. */
export function unrun(
  verdict: "not-applicable" | "could-not-run" | "dependency-failed" | "harness-error",
  why: string,
  theCase: Case,
): Judgement {
  const assertions = plannedAssertions(theCase).map(
    (assertion): JudgedAssertion => ({
      ...assertion,
      status: "not-reached",
    }),
  );
  return { verdict, why, assertions, findings: [], elapsed: 0, noise: 0 };
}
