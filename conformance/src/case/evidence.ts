/** How well a `never` step is proved by what follows it. */
import type { Case, NeverStep, PlainStep } from "./format.js";

/** The steps of a case in order, those of branches included. */
export function plainSteps(theCase: Pick<Case, "steps">): readonly PlainStep[] {
  return theCase.steps.flatMap((step) => (step.kind === "any order" ? step.branches.flat() : [step]));
}

/**
 * What shows that the forbidden thing did not merely come late.
 *
 * `fence`: an exchange that follows, so that whatever was to be written before it has been written. In the cases
 * of an extension the epilogue is one. `quiet`: time that passed. `none`: nothing.
 */
export function evidenceOf(never: NeverStep, theCase: Case): "fence" | "quiet" | "none" {
  const steps = plainSteps(theCase);
  const later = steps.slice(steps.indexOf(never) + 1);
  if (theCase.for === "extension") return "fence";
  const fenced = later.some((step) => {
    if (step.kind === "act") return step.act === "fence" || step.act === "stop";
    if (step.kind !== "await") return false;
    return step.fence === true || step.channel === "exit" || step.actor === never.actor;
  });
  if (fenced) return "fence";
  return later.some((step) => step.kind === "wait") ? "quiet" : "none";
}
