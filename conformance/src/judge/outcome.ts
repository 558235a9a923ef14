/** What the kinds of steps have in common: an outcome, a failure, a bound. */
import type { ActStep, FileStep, Json, Step } from "../case/format.js";
import { type Draft, find, finish } from "./draft.js";
import { unresolved } from "./explain.js";
import { Unresolved } from "./resolve.js";
import type { Thread } from "./state.js";

/** What came of trying a step. */
export type Outcome = { readonly done: boolean; readonly thread: Thread };

/** Ends the program at a step that failed. */
export function fail(draft: Draft, step: Step, thread: Thread): Outcome {
  draft.failed = [...draft.failed, step.at];
  finish(draft);
  return { done: false, thread };
}

/** Resolves what a step sends; a reference without a value is the target's omission. */
export function concrete<T>(draft: Draft, step: ActStep | FileStep, make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Unresolved)) throw error;
    find(draft, unresolved(step, error.reference, draft));
    return undefined;
  }
}

/** The bound of a wait that names none. */
export function patience(draft: Draft): number {
  return draft.config.patience + 20 * draft.noise;
}

/** Binds a value to a name, for later references. */
export function bind(draft: Draft, name: string, value: Json): void {
  draft.bindings = { ...draft.bindings, [name]: value };
}

/** A case may only name deadlines that the target has; one that it lacks is a fault of the plan. */
export function noSuchDeadline(draft: Draft, step: Step, thread: Thread): Outcome {
  draft.harness ??= `step ${step.at} names a deadline that the target does not have; the case needs \`deadline\``;
  finish(draft);
  return { done: false, thread };
}
