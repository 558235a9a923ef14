/** Steps that look at a file. */
import type { FileStep } from "../case/format.js";
import { type Draft, find, order, wakeAt } from "./draft.js";
import { requirementsOf, showPattern } from "./explain.js";
import { matches, show } from "./match.js";
import { bind, concrete, fail, noSuchDeadline, type Outcome, patience } from "./outcome.js";
import { resolve } from "./resolve.js";
import type { Thread } from "./state.js";
import { livenessBound } from "./time.js";

/** How often a file is looked at that is not yet as it should be. */
const lookEvery = 50;

/** Looks at the file, again and again until it fits or the bound is over. */
export function lookAtFile(draft: Draft, step: FileStep, thread: Thread): Outcome {
  const { pending, look } = thread;
  if (pending === undefined) {
    if (look !== undefined && draft.now < look) {
      wakeAt(draft, look);
      return { done: false, thread };
    }
    const sources = { bindings: draft.bindings, args: draft.config.args };
    const path = concrete(draft, step, () => resolve(step.path, sources));
    if (path === undefined) return fail(draft, step, thread);
    const number = order(draft, { actor: step.actor, act: "read file", value: path });
    return { done: false, thread: { ...thread, pending: number } };
  }
  const file = draft.files[pending];
  if (file === undefined || draft.performed[pending] === undefined) return { done: false, thread };
  const { text } = file;
  const pattern = typeof step.pattern === "string" ? { $contains: [step.pattern] } : step.pattern;
  const fits = step.exists
    ? text !== null && (pattern === undefined || matches(pattern, text, draft.bindings))
    : text === null;
  if (fits) {
    if (step.as !== undefined && text !== null) bind(draft, step.as, text);
    return { done: true, thread };
  }
  const bound =
    step.within === undefined
      ? patience(draft)
      : livenessBound(step.within, draft.config.deadlines, draft.noise);
  if (bound === undefined) return noSuchDeadline(draft, step, thread);
  if (step.exists && draft.now < (thread.since ?? draft.now) + bound) {
    const { pending: _, ...rest } = thread;
    wakeAt(draft, draft.now + lookEvery);
    return { done: false, thread: { ...rest, look: draft.now + lookEvery } };
  }
  find(draft, {
    requirements: requirementsOf(step, draft.case),
    assertion: `step ${step.at}`,
    line: step.line,
    expected: `${step.text} ${show(step.path)}${pattern === undefined ? "" : ` with ${showPattern(pattern, draft.bindings)}`}`,
    actual: text === null ? "there is no such file" : `the file holds ${show(text)}`,
    hint: step.hint ?? "Look at what writes this file, and when.",
    difference: step.exists ? "missing" : "forbidden",
  });
  return fail(draft, step, thread);
}
