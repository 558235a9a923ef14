/** Things that must not happen. */
import type { NeverStep } from "../case/format.js";
import { type Draft, find } from "./draft.js";
import { requirementsOf, showPattern } from "./explain.js";
import { type Item, patternFor } from "./items.js";
import { matches, show } from "./match.js";

/** Checks an item that has just arrived against every `never` in force. */
export function watchNevers(draft: Draft, item: Item): void {
  if (draft.armed.length === 0) return;
  draft.armed = draft.armed.map((armed) => {
    if (armed.broken || !forbids(draft, armed.step, item)) return armed;
    report(draft, armed.step, item);
    return { ...armed, broken: true };
  });
}

/** Puts a `never` in force; what waits in the inbox behind the cursor counts as after it. */
export function arm(draft: Draft, step: NeverStep, waiting: readonly Item[]): void {
  const first = waiting.find((item) => forbids(draft, step, item));
  draft.armed = [...draft.armed, { step, broken: first !== undefined }];
  if (first !== undefined) report(draft, step, first);
}

function forbids(draft: Draft, step: NeverStep, item: Item): boolean {
  const actor = draft.roles[step.actor] ?? step.actor;
  if (item.actor !== actor || item.channel !== step.channel) return false;
  return matches(patternFor(step.channel, step.pattern), item.value, draft.bindings);
}

function report(draft: Draft, step: NeverStep, item: Item): void {
  find(draft, {
    requirements: requirementsOf(step, draft.case),
    assertion: `step ${step.at}`,
    line: step.line,
    expected: `${step.text} ${showPattern(step.pattern, draft.bindings)}`,
    actual: `${item.actor} received ${show(item.value)}`,
    event: item.index,
    hint: step.hint ?? "This must not be sent here; find out what makes it go out.",
    difference: "forbidden",
  });
}
