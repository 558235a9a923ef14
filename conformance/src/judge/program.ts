/** Carries the steps of a case out, as far as the events so far allow. */
import type { GroupStep, Step } from "../case/format.js";
import { act, wait } from "./act-step.js";
import { awaitItem, forbid } from "./await-step.js";
import { type Draft, finish } from "./draft.js";
import { lookAtFile } from "./file-step.js";
import type { Outcome } from "./outcome.js";
import type { Thread } from "./state.js";

/** Goes on with all threads until none can. */
export function advance(draft: Draft): void {
  for (;;) {
    draft.out.wake = undefined;
    const main = run(draft, draft.main, undefined);
    draft.main = main.thread;
    if (draft.phase !== "steps") break;
    if (main.done) {
      finish(draft);
      break;
    }
    if (draft.branches === undefined || !runBranches(draft)) break;
  }
  if (draft.phase !== "steps") draft.out.wake = undefined;
  trim(draft);
}

/** Goes on with the branches of a group; true when the last one is done. */
function runBranches(draft: Draft): boolean {
  for (let progress = true; progress && draft.phase === "steps"; ) {
    progress = false;
    draft.out.wake = undefined;
    for (const [index, branch] of (draft.branches ?? []).entries()) {
      if (branch === undefined || draft.phase !== "steps") continue;
      const taken = draft.taken.length;
      const { done, thread } = run(draft, branch, index);
      if (done) draft.joined = furthest(draft.joined, thread.cursors);
      draft.branches = (draft.branches ?? []).map((each, place) =>
        place === index ? (done ? undefined : thread) : each,
      );
      // What one branch has taken or bound may let another go on.
      if (done || draft.taken.length !== taken || thread.next !== branch.next) progress = true;
    }
  }
  return draft.phase === "steps" && (draft.branches ?? []).every((branch) => branch === undefined);
}

/** Carries out the steps of one thread until it has to wait. */
function run(draft: Draft, start: Thread, branch: number | undefined): Outcome {
  let thread = start;
  while (draft.phase === "steps") {
    const step = thread.steps[thread.next];
    if (step === undefined) return { done: true, thread };
    if (thread.since === undefined) thread = { ...thread, since: draft.now };
    const { done, thread: after } = attempt(draft, step, thread, branch);
    if (!done) return { done: false, thread: after };
    draft.passed = [...draft.passed, step.at];
    thread = { steps: after.steps, next: after.next + 1, cursors: after.cursors };
  }
  return { done: false, thread };
}

function attempt(draft: Draft, step: Step, thread: Thread, branch: number | undefined): Outcome {
  switch (step.kind) {
    case "act":
      return act(draft, step, thread);
    case "await":
      return awaitItem(draft, step, thread, branch);
    case "never":
      return forbid(draft, step, thread);
    case "wait":
      return wait(draft, step, thread);
    case "file":
      return lookAtFile(draft, step, thread);
    case "any order":
      return group(draft, step, thread);
  }
}

/** Starts the branches where they are not yet running; they go on beside the main thread, which waits. */
function group(draft: Draft, step: GroupStep, thread: Thread): Outcome {
  if (draft.branches === undefined) {
    draft.branches = step.branches.map((steps) => ({ steps, next: 0, cursors: thread.cursors }));
    draft.taken = [];
    draft.joined = thread.cursors;
    return { done: false, thread };
  }
  if (draft.branches.some((branch) => branch !== undefined)) return { done: false, thread };
  const cursors = draft.joined;
  draft.branches = undefined;
  return { done: true, thread: { ...thread, cursors } };
}

function furthest(
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const entries = Object.entries(b).map(([key, cursor]) => [key, Math.max(cursor, a[key] ?? 0)] as const);
  return { ...a, ...Object.fromEntries(entries) };
}

/** Forgets what every thread has passed. */
function trim(draft: Draft): void {
  const threads = [draft.main, ...(draft.branches ?? []).filter((branch) => branch !== undefined)];
  for (const [key, inbox] of Object.entries(draft.inboxes)) {
    const least = Math.min(...threads.map((thread) => thread.cursors[key] ?? 0));
    const kept = inbox.without(least);
    if (kept !== inbox) draft.inboxes = { ...draft.inboxes, [key]: kept };
  }
}
