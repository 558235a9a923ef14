/** Findings in words: what was expected, what came instead, what to change. */
import { deadlines } from "@extproto/schemas";
import { plainSteps } from "../case/evidence.js";
import type { ActStep, AwaitStep, Case, FileStep, Json, JsonObject, Step } from "../case/format.js";
import { isObject } from "../case/json.js";
import { isOperator } from "../case/operators.js";
import type { Finding, JudgeConfig } from "./contract.js";
import { hintFor, hintForEnded } from "./hints.js";
import { unreadableHint } from "./invariants/unreadable-line.js";
import { type Item, patternFor } from "./items.js";
import { tellingLines } from "./last-words.js";
import { type Mismatch, mismatches, show } from "./match.js";
import { lookUp } from "./resolve.js";
import { isFlooded, type Life, type State } from "./state.js";
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
  const unread = nearest === undefined ? unreadAnswer(step, state, since) : undefined;
  const near =
    nearest === undefined
      ? nothingLike(waited, unread)
      : `nothing matched in ${waited}; the closest was ${show(nearest.item.value)}, where ${nearest.places.map(placeText).join("; ")}`;
  return {
    requirements: requirementsOf(step, state.case),
    assertion: `step ${step.at}`,
    actor: state.roles[step.actor] ?? step.actor,
    line: step.line,
    expected: `${step.text} ${showPattern(step.pattern, state.bindings)}${withinText(step, state.config)}`,
    actual: `${near}${floodText(state)}${lifeText(life)}`,
    ...(nearest === undefined ? {} : { event: nearest.item.index }),
    hint:
      untouchedHint(step, life, state) ??
      (unread === undefined
        ? ownHint(step, nearest?.places)
        : `The line that came was meant for this: mend it. ${unreadableHint(unread)}`) ??
      hintFor({
        target: state.config.target,
        actor: step.actor,
        pattern: step.pattern,
        nearest: nearest?.places,
        life,
        channel: step.channel,
      }),
    difference: step.within === undefined ? "missing" : "late",
  };
}

/** What ended before the case did anything to it did not end of what the case is about. */
function untouchedHint(step: ActStep | AwaitStep, life: Life | undefined, state: State): string | undefined {
  if (step.kind === "await" && step.channel !== "frame" && step.channel !== "line") return undefined;
  const all = plainSteps(state.case);
  const place = all.findIndex(({ at }) => at === step.at);
  if (all.slice(0, place).some(({ kind }) => kind === "act")) return undefined;
  return hintForEnded({ target: state.config.target, actor: step.actor, life });
}

/** A case says what to do where nothing came; an answer that came under another id has another cause. */
function ownHint({ hint }: AwaitStep, places: readonly Mismatch[] | undefined): string | undefined {
  const [place] = places ?? [];
  return place?.path === "/id" && places?.length === 1 ? undefined : hint;
}

/** An answer that cannot be read is one that came: whoever looks for it is told where it is. */
function nothingLike(waited: string, line: string | undefined): string {
  return line === undefined
    ? `nothing like it arrived in ${waited}`
    : `nothing like it that can be read arrived in ${waited}; this line came and is no frame: ${show(line, 120)}`;
}

function unreadAnswer(step: AwaitStep, state: State, since: number): string | undefined {
  const pattern = withValues(step.pattern, state.bindings);
  if (step.channel !== "frame" || !isObject(pattern)) return undefined;
  const { id, type } = pattern;
  const mark = typeof id === "string" ? id : type;
  if (typeof mark !== "string") return undefined;
  const lines = state.unread[state.roles[step.actor] ?? step.actor] ?? [];
  return lines.find(({ line, t }) => t >= since && line.includes(JSON.stringify(mark)))?.line;
}

function withinText({ within }: AwaitStep, { target, deadlines: chosen }: JudgeConfig): string {
  if (within === undefined) return "";
  if (typeof within === "number") return ` within ${within} ms`;
  const { $deadline: name } = within;
  const bound = chosen[name];
  // How long a tool may take is a choice of the person who checks, and not what the specification says.
  return target === "extension" && bound !== undefined && (name === "tool" || name === "command")
    ? ` within ${seconds(bound.bound ?? bound.ms)} (--tool-timeout; hosts give ${seconds(deadlines[name].ms)})`
    : ` within the ${name} deadline`;
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

/** The item that differs least: of the same type, with the fewest wrong places. */
function closest(
  step: AwaitStep,
  items: readonly Item[],
  bindings: JsonObject,
): { readonly item: Item; readonly places: readonly Mismatch[] } | undefined {
  let best: { item: Item; places: readonly Mismatch[] } | undefined;
  for (const item of items) {
    for (const pattern of alternatives(patternFor(step.channel, step.pattern))) {
      const places = mismatches(pattern, item.value, bindings);
      if (places.some((place) => place.path === "" || place.path === "/type")) continue;
      if (best === undefined || places.length < best.places.length) best = { item, places };
    }
  }
  return best;
}

/** Where several patterns will do, what came may be close to each of them. */
function alternatives(pattern: Json): readonly Json[] {
  if (!isOperator(pattern) || !Array.isArray(pattern.$any) || Object.keys(pattern).length > 1)
    return [pattern];
  return pattern.$any;
}

function placeText({ path, expected, actual }: Mismatch): string {
  return `${path} is ${actual}, not ${expected}`;
}

function floodText(state: State): string {
  return isFlooded(state) ? `, though ${state.index} lines and other events did` : "";
}

function lifeText(life: Life | undefined): string {
  if (life?.exit === undefined) return "";
  const { code, signal } = life.exit;
  const how = signal === null ? `with code ${code}` : `by ${signal}`;
  const { from, to } = tellingLines(life.stderr);
  const words = life.stderr.slice(from, to).join("\n");
  const last = words === "" ? "" : `; its last words were ${show(words, 400)}`;
  return `; the process had ended ${how}${last}`;
}

/**
 * An extension that is not there any more has not survived what the case sent it before. What to do about that is
 * said where its survival is looked at last.
 */
function laterHint(step: ActStep, state: State): string | undefined {
  if (state.config.target !== "extension") return undefined;
  const steps = plainSteps(state.case);
  const place = steps.findIndex(({ at }) => at === step.at);
  const sent = steps.slice(0, place).some(({ kind }) => kind === "act");
  return sent ? steps.slice(place).find(({ hint }) => hint !== undefined)?.hint : undefined;
}

/** The target took no more input. */
export function refused(step: ActStep, why: string | undefined, state: State): Finding {
  const life = state.lives[state.roles[step.actor] ?? step.actor];
  const fence = step.act === "fence";
  return {
    requirements: requirementsOf(step, state.case),
    assertion: `step ${step.at}`,
    actor: state.roles[step.actor] ?? step.actor,
    line: step.line,
    expected: fence ? `${step.text}: the target answers` : `${step.text}: the target takes it`,
    actual: `${why ?? `it did not within ${state.config.patience / 1000} s`}${lifeText(life)}`,
    hint:
      untouchedHint(step, life, state) ??
      step.hint ??
      laterHint(step, state) ??
      "The target has to be running and reading at this point; look at why it is not.",
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
    actor: state.roles[step.actor] ?? step.actor,
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
