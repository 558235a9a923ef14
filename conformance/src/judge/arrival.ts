/** Whether something that arrived came at the right time. */
import type { AwaitStep } from "../case/format.js";
import type { Finding } from "./contract.js";
import type { Draft } from "./draft.js";
import { requirementsOf, showPattern } from "./explain.js";
import type { Item } from "./items.js";
import { show } from "./match.js";
import type { Moment } from "./state.js";
import { earlySlack, millis, orderSlack, rounded } from "./time.js";

/** What is wrong with the moment of an arrival; undefined where the target lacks the deadline in question. */
export function inTime(draft: Draft, step: AwaitStep, item: Item): readonly Finding[] | undefined {
  const faults: Finding[] = [];
  const base = {
    requirements: requirementsOf(step, draft.case),
    assertion: `step ${step.at}`,
    line: step.line,
    event: item.index,
  };
  const after = step.after === undefined ? undefined : draft.moments[step.after];
  if (after !== undefined && cameBefore(item, after, draft.noise)) {
    faults.push({
      ...base,
      expected: `${step.text} ${showPattern(step.pattern, draft.bindings)} after ${step.after}`,
      actual: `${show(item.value)} came ${rounded(after.t - item.t)} ms before it`,
      hint: step.hint ?? "Wait for what has to come first.",
      difference: "order",
    });
  }
  if (step.notBefore !== undefined) {
    const { since, atLeast } = step.notBefore;
    const moment = draft.moments[since];
    const ms = millis(atLeast, draft.config.deadlines);
    if (ms === undefined) return undefined;
    const elapsed = item.t - (moment?.t ?? item.t);
    if (moment !== undefined && elapsed < ms - earlySlack(ms, moment.by, draft.noise)) {
      faults.push({
        ...base,
        expected: `${step.text} ${showPattern(step.pattern, draft.bindings)} not before ${ms} ms after ${since}`,
        actual: `${show(item.value)} came after ${rounded(elapsed)} ms`,
        hint: step.hint ?? "Wait until the time is over.",
        difference: "early",
      });
    }
  }
  return faults;
}

/** Stamps of two actors are compared with the noise in mind; what the kit sent is certain to the grain. */
function cameBefore(item: Item, moment: Moment, noise: number): boolean {
  const slack = moment.by === "sent" || moment.actor === item.actor ? 0 : orderSlack(noise);
  return item.t + slack < moment.t;
}
