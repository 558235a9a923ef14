/** Findings in words: what was expected, what came instead, what to change. */
import type { ActStep, AwaitStep, Case, FileStep, Json, JsonObject, Step } from "../case/format.js";
import { isObject } from "../case/json.js";
import { isOperator } from "../case/operators.js";
import type { Finding } from "./contract.js";
import { hintFor } from "./hints.js";
import { type Item, patternFor } from "./items.js";
import { type Mismatch, mismatches, show } from "./match.js";
import { lookUp } from "./resolve.js";
import type { Life, State } from "./state.js";
import { rounded } from "./time.js";

/** The requirements that a step proves. */
export function requirementsOf(step: Step, theCase: Case): readonly string[] {
  return step.proves ?? theCase.proves;
}

/** A pattern for people, with the values that its references have. */
export function showPattern(pattern: Json, bindings: JsonObject): string {
  return show(withValues(pattern, bindings), 400);
}

function withValues(pattern: Json, bindings: JsonObject): Json {
  if (Array.isArray(pattern)) return pattern.map((item) => withValues(item, bindings));
  if (isOperator(pattern) && typeof pattern.$ref === "string")
    return lookUp(pattern.$ref, bindings) ?? pattern;
  if (!isObject(pattern)) return pattern;
  return Object.fromEntries(Object.entries(pattern).map(([key, item]) => [key, withValues(item, bindings)]));
}

/** Nothing that fits came in time. */
export function missing(step: AwaitStep, passedOver: readonly Item[], state: State, since: number): Finding {
  const nearest = closest(step, passedOver, state.bindings);
  const waited = `${rounded((state.now - since) / 1000)} s`;
  const life = state.lives[state.roles[step.actor] ?? step.actor];
  const near =
    nearest === undefined
      ? `nothing like it arrived in ${waited}`
      : `nothing matched in ${waited}; the closest was ${show(nearest.item.value)}, where ${nearest.places.map(placeText).join("; ")}`;
  return {
    requirements: requirementsOf(step, state.case),
    assertion: `step ${step.at}`,
    line: step.line,
    expected: `${step.text} ${showPattern(step.pattern, state.bindings)}${withinText(step)}`,
    actual: `${near}${lifeText(life)}`,
    ...(nearest === undefined ? {} : { event: nearest.item.index }),
    hint:
      step.hint ??
      hintFor({
        target: state.config.target,
        pattern: step.pattern,
        nearest: nearest?.places,
        life,
        channel: step.channel,
      }),
    difference: step.within === undefined ? "missing" : "late",
  };
}

function withinText(step: AwaitStep): string {
  if (step.within === undefined) return "";
  return typeof step.within === "number"
    ? ` within ${step.within} ms`
    : ` within the ${step.within.$deadline} deadline`;
}

/** The item that differs least: of the same type, with the fewest wrong places. */
function closest(
  step: AwaitStep,
  items: readonly Item[],
  bindings: JsonObject,
): { readonly item: Item; readonly places: readonly Mismatch[] } | undefined {
  let best: { item: Item; places: readonly Mismatch[] } | undefined;
  for (const item of items) {
    const places = mismatches(patternFor(step.channel, step.pattern), item.value, bindings);
    if (places.some((place) => place.path === "" || place.path === "/type")) continue;
    if (best === undefined || places.length < best.places.length) best = { item, places };
  }
  return best;
}

function placeText({ path, expected, actual }: Mismatch): string {
  return `${path} is ${actual}, not ${expected}`;
}

function lifeText(life: Life | undefined): string {
  if (life?.exit === undefined) return "";
  const { code, signal } = life.exit;
  const how = signal === null ? `with code ${code}` : `by ${signal}`;
  const last = life.stderr.length === 0 ? "" : `; its last words were ${show(life.stderr.join("\n"), 400)}`;
  return `; the process had ended ${how}${last}`;
}

/** The target took no more input. */
export function refused(step: ActStep, why: string | undefined, state: State): Finding {
  const life = state.lives[state.roles[step.actor] ?? step.actor];
  const fence = step.act === "fence";
  return {
    requirements: requirementsOf(step, state.case),
    assertion: `step ${step.at}`,
    line: step.line,
    expected: fence ? `${step.text}: the target answers` : `${step.text}: the target takes it`,
    actual: `${why ?? `it did not within ${state.config.patience / 1000} s`}${lifeText(life)}`,
    hint: step.hint ?? "The target has to be running and reading at this point; look at why it is not.",
    difference: why === undefined ? "late" : "refused",
  };
}

/** A frame lacks the field that a later step needs, or the profile lacks one of its own. */
export function unresolved(step: ActStep | FileStep, reference: string, state: State): Finding {
  const [name = "", ...path] = reference.split(".");
  const field = path.join(".");
  return {
    requirements: requirementsOf(step, state.case),
    assertion: `step ${step.at}`,
    line: step.line,
    expected: `a value for ${reference}`,
    actual: `what was bound is ${show(lookUp(name, state.bindings) ?? null)}`,
    hint:
      step.hint ??
      (name === "target"
        ? `The profile does not say ${field}: write it there, under models.`
        : `Send the field ${field}.`),
    difference: "missing",
  };
}
