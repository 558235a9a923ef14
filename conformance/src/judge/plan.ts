/** What a run is going to check: known before it begins, so that nothing can go missing unseen. */
import { plainSteps } from "../case/evidence.js";
import type { Case, PlainStep } from "../case/format.js";
import type { Assertion } from "./contract.js";
import { requirementsOf } from "./explain.js";
import { show } from "./match.js";

/** The assertions in the steps of a case. Invariants join them when something gave them anything to judge. */
export function plannedAssertions(theCase: Case): readonly Assertion[] {
  return plainSteps(theCase)
    .filter((step) => asserts(step))
    .map((step) => assertionOf(step, theCase));
}

/** Whether a step can be wrong by more than a refusal. */
function asserts(step: PlainStep): boolean {
  if (step.kind === "act") return step.act === "fence";
  return step.kind !== "wait";
}

/** A step as an assertion. */
export function assertionOf(step: PlainStep, theCase: Case): Assertion {
  return {
    id: `step ${step.at}`,
    kind: step.kind === "never" ? "never" : "step",
    requirements: requirementsOf(step, theCase),
    text: textOf(step),
  };
}

function textOf(step: PlainStep): string {
  switch (step.kind) {
    case "await":
    case "never":
      return `${step.text} ${show(step.pattern)}`;
    case "file":
      return `${step.text} ${show(step.path)}`;
    default:
      return step.text;
  }
}
