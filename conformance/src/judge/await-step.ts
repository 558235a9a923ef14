/** Steps in which something has to arrive, or must not. */
import type { AwaitStep, NeverStep } from "../case/format.js";
import { observations, seenThrough } from "../case/observations.js";
import { inTime } from "./arrival.js";
import { type Draft, find, finish, wakeAt } from "./draft.js";
import { missing, showPattern } from "./explain.js";
import { type Item, patternFor } from "./items.js";
import { matches } from "./match.js";
import { arm } from "./never.js";
import { bind, fail, noSuchDeadline, type Outcome, patience } from "./outcome.js";
import { inboxKey, isFlooded, type Thread } from "./state.js";
import { livenessBound } from "./time.js";

/** How long the other actors go on waiting once the host is gone: what is on its way may still arrive. */
const graceAfterExit = 2_000;

/** Takes the first item that matches, or waits for it until the bound. */
export function awaitItem(
  draft: Draft,
  step: AwaitStep,
  thread: Thread,
  branch: number | undefined,
): Outcome {
  const found = findItem(draft, step, thread, branch);
  if (found !== undefined) return take(draft, step, thread, found, branch);
  const since = thread.since ?? draft.now;
  const bound =
    step.within === undefined
      ? patience(draft)
      : livenessBound(step.within, draft.config.deadlines, draft.noise);
  if (bound === undefined) return noSuchDeadline(draft, step, thread);
  const until = isFlooded(draft) ? 0 : Math.min(since + bound, hopelessAt(draft, step));
  if (draft.now < until) {
    wakeAt(draft, until);
    return { done: false, thread: lookedThrough(draft, step, thread) };
  }
  const unmet = whyUnmet(draft, step);
  if (unmet !== undefined) {
    draft.unmet ??= unmet;
    finish(draft);
    return { done: false, thread };
  }
  find(draft, missing(step, passedOver(draft, step, thread), draft, since));
  return fail(draft, step, thread);
}

/** Why nothing can be said of a step for which nothing came; undefined where the target is to blame for it. */
function whyUnmet(draft: Draft, step: AwaitStep): string | undefined {
  if (step.given === true)
    return `the precondition in step ${step.at} was not met: ${step.text} ${showPattern(step.pattern, draft.bindings)}`;
  const { unmet } = draft.config.facts;
  const through = seenThrough(draft.case, step);
  if (through === undefined || !Array.isArray(unmet) || !unmet.includes(through)) return undefined;
  const about = observations[through]?.[0];
  return `it is seen through ${through}, which this host does not have (${about})`;
}

/** The inboxes that a step looks into: one, or those of everybody who may yet play the role. */
function candidates(draft: Draft, step: AwaitStep | NeverStep): readonly string[] {
  const among = draft.case.roles[step.actor];
  if (among === undefined) return [step.actor];
  const player = draft.roles[step.actor];
  if (player !== undefined) return [player];
  const others = new Set(Object.values(draft.roles));
  return among.filter((actor) => !others.has(actor));
}

/** What waits behind the cursor and not before `from`, in the order of arrival. */
function passedOver(draft: Draft, step: AwaitStep | NeverStep, thread: Thread, from = 0): readonly Item[] {
  return candidates(draft, step)
    .flatMap((actor) => {
      const key = inboxKey(actor, step.channel);
      return draft.inboxes[key]?.since(Math.max(from, thread.cursors[key] ?? 0)) ?? [];
    })
    .sort((a, b) => a.index - b.index);
}

/**
 * Remembers that what is there does not match, so that a step which waits while thousands of lines arrive looks at
 * each of them once. With other bindings all have to be looked at again.
 */
function lookedThrough(draft: Draft, step: AwaitStep, thread: Thread): Thread {
  const before = candidates(draft, step).map(
    (actor) => (draft.inboxes[inboxKey(actor, step.channel)]?.latest ?? -1) + 1,
  );
  return { ...thread, seen: { before: Math.max(0, ...before), bindings: draft.bindings } };
}

function findItem(
  draft: Draft,
  step: AwaitStep,
  thread: Thread,
  branch: number | undefined,
): Item | undefined {
  const pattern = patternFor(step.channel, step.pattern);
  const from = thread.seen?.bindings === draft.bindings ? thread.seen.before : 0;
  return passedOver(draft, step, thread, from).find(
    (item) =>
      (branch === undefined || !draft.taken.includes(`${item.index} ${item.channel}`)) &&
      matches(pattern, item.value, draft.bindings),
  );
}

function take(
  draft: Draft,
  step: AwaitStep,
  thread: Thread,
  item: Item,
  branch: number | undefined,
): Outcome {
  if (draft.case.roles[step.actor] !== undefined) draft.roles = { ...draft.roles, [step.actor]: item.actor };
  if (branch !== undefined) draft.taken = [...draft.taken, `${item.index} ${item.channel}`];
  const faults = inTime(draft, step, item);
  if (faults === undefined) return noSuchDeadline(draft, step, thread);
  for (const fault of faults) find(draft, fault);
  if (faults.length > 0) draft.failed = [...draft.failed, step.at];
  const moment = { t: item.t, actor: item.actor, by: "received" } as const;
  for (const name of [step.as, step.label]) {
    if (name !== undefined) draft.moments = { ...draft.moments, [name]: moment };
  }
  if (step.as !== undefined) bind(draft, step.as, item.value);
  const cursors = { ...thread.cursors, [inboxKey(item.actor, item.channel)]: item.index + 1 };
  return { done: true, thread: { ...thread, cursors } };
}

/** From when on nothing more can arrive, because the process that would write it is gone. */
function hopelessAt(draft: Draft, step: AwaitStep): number {
  const [own, server] = draft.config.target === "extension" ? ["host", "host"] : ["client", "user"];
  for (const actor of new Set([own, server])) {
    const life = draft.lives[actor as string];
    if (life?.exit === undefined || !life.ended.includes("stdout")) continue;
    if (step.actor !== actor) return life.exit.t + graceAfterExit;
    if (step.channel === "frame" || step.channel === "line" || step.channel === "exit") return 0;
    // The end of an extension is told when its standard error has been read as well.
    if (step.channel === "stderr" && draft.config.target === "extension") return 0;
  }
  return Number.POSITIVE_INFINITY;
}

/** Puts a `never` in force. What had come when a fence before it was over came before it too. */
export function forbid(draft: Draft, step: NeverStep, thread: Thread): Outcome {
  const waiting = passedOver(draft, step, thread);
  arm(
    draft,
    step,
    waiting.filter(({ actor, index }) => index >= (draft.fenced[actor] ?? 0)),
  );
  return { done: true, thread };
}
