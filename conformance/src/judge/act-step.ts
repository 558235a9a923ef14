/** Steps in which an actor does something, or time passes. */
import type { ActStep, WaitStep } from "../case/format.js";
import { type Draft, find, order, wakeAt } from "./draft.js";
import { refused } from "./explain.js";
import { concrete, fail, noSuchDeadline, type Outcome, patience } from "./outcome.js";
import { bytesOf, cut, resolve } from "./resolve.js";
import type { Thread } from "./state.js";
import { millis } from "./time.js";

/** Has the actor do it, and waits until it has. */
export function act(draft: Draft, step: ActStep, thread: Thread): Outcome {
  const { pending } = thread;
  if (pending === undefined) {
    const send = concrete(draft, step, () => sendOf(draft, step));
    if (send === undefined) return fail(draft, step, thread);
    const bound = thread.since === undefined ? 0 : thread.since + patience(draft);
    wakeAt(draft, bound);
    return { done: false, thread: { ...thread, pending: order(draft, send) } };
  }
  const performed = draft.performed[pending];
  if (performed !== undefined && (performed.refused === undefined || step.mayBeRefused)) {
    const t = draft.sentAt[pending] ?? performed.t;
    if (step.label !== undefined)
      draft.moments = { ...draft.moments, [step.label]: { t, actor: step.actor, by: "sent" } };
    if (step.act === "fence") draft.fenced = { ...draft.fenced, [step.actor]: performed.index };
    return { done: true, thread };
  }
  const late = (thread.since ?? 0) + patience(draft);
  if (performed === undefined && draft.now < late) {
    wakeAt(draft, late);
    return { done: false, thread };
  }
  find(draft, refused(step, performed?.refused, draft));
  return fail(draft, step, thread);
}

function sendOf(draft: Draft, step: ActStep) {
  const sources = { bindings: draft.bindings, args: draft.config.args };
  const actor = draft.roles[step.actor] ?? step.actor;
  if (step.act !== "send raw") return { actor, act: step.act, value: resolve(step.value, sources) };
  const { chunks } = step;
  const pieces: readonly Buffer[] =
    typeof chunks === "object"
      ? chunks.map((chunk) => bytesOf(chunk, sources))
      : cut(bytesOf(step.value, sources), chunks ?? 1);
  return { actor, act: step.act, value: null, chunks: pieces.map((piece) => piece.toString("base64")) };
}

/** Waits until the time is over. */
export function wait(draft: Draft, step: WaitStep, thread: Thread): Outcome {
  const ms = millis(step.duration, draft.config.deadlines);
  if (ms === undefined) return noSuchDeadline(draft, step, thread);
  const until = (thread.since ?? draft.now) + ms;
  if (draft.now < until) {
    wakeAt(draft, until);
    return { done: false, thread };
  }
  if (step.label !== undefined) {
    const moment = { t: draft.now, actor: step.actor, by: "sent" } as const;
    draft.moments = { ...draft.moments, [step.label]: moment };
  }
  return { done: true, thread };
}
