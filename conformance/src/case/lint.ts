/** Faults that a case can have although every step of it can be read. */
import { deadlines, didYouMean } from "@extproto/schemas";
import { evidenceOf, plainSteps } from "./evidence.js";
import { type Case, type Duration, filesActor, type Json, type PlainStep } from "./format.js";
import { isObject } from "./json.js";
import { refsIn, usesArgs } from "./operators.js";
import type { CaseProblem } from "./problem.js";

/** Bindings that are there before the first step. */
function boundBefore(theCase: Case): readonly string[] {
  const things = ["tool", "command", "intercept", "event"] as const;
  const needed = theCase.needs.map(({ kind }) => kind as string);
  return ["target", "run", ...things.filter((thing) => theCase.each === thing || needed.includes(thing))];
}

/** Checks a case that could be read. */
export function lintCase(theCase: Case): readonly CaseProblem[] {
  const problems: CaseProblem[] = [];
  const at = (step: PlainStep, code: string, message: string, severity: "error" | "warning" = "error") => {
    problems.push({ file: theCase.file, line: step.line, column: 1, severity, code, message });
  };
  const bound = new Set(boundBefore(theCase));
  const moments = new Set<string>();
  const names = new Map<string, PlainStep>();
  const gone = new Map<string, PlainStep>();
  const observed = new Set<string>();
  const later = namesOf(theCase);

  for (const step of plainSteps(theCase)) {
    for (const name of refsOf(step)) {
      if (bound.has(name)) continue;
      const hint = later.has(name)
        ? "it is bound further down"
        : (didYouMean(name, [...bound]) ?? "nothing binds it");
      at(step, "CASE_UNBOUND", `{ $ref: ${name} } has no value here: ${hint}`);
    }
    for (const [option, name] of momentsOf(step)) {
      if (moments.has(name)) continue;
      const hint = later.has(name)
        ? "it comes further down"
        : (didYouMean(name, [...moments]) ?? "no step has this `as` or `label`");
      at(step, "CASE_UNBOUND", `\`${option}: ${name}\` names no earlier step: ${hint}`);
    }
    for (const duration of durationsOf(step)) {
      if (typeof duration === "number" || Object.hasOwn(deadlines, duration.$deadline)) continue;
      const guess = didYouMean(duration.$deadline, Object.keys(deadlines));
      at(
        step,
        "CASE_UNKNOWN_DEADLINE",
        `there is no deadline ${JSON.stringify(duration.$deadline)}; ${guess ?? `there are ${Object.keys(deadlines).join(", ")}`}`,
      );
    }
    for (const path of pathsOf(step)) if (!liesInRun(path)) at(step, "CASE_PATH", outside(path));
    lintReach(step, theCase, gone, at);
    lintRole(step, theCase, observed, at);
    if (step.kind === "act" && usesArgs(step.value) && !bound.has("tool"))
      at(step, "CASE_UNBOUND", "{ $args: ... } needs a tool: say `each: tool`, or `needs: [tool]`");
    if (step.kind === "never") lintNever(step, theCase, at);
    for (const name of [step.label, "as" in step ? step.as : undefined]) {
      if (name === undefined) continue;
      const before = names.get(name);
      if (before !== undefined)
        at(step, "CASE_NAME_TWICE", `${JSON.stringify(name)} is the name of step ${before.at}`);
      names.set(name, step);
      moments.add(name);
    }
    if ("as" in step && step.as !== undefined) bound.add(step.as);
  }
  for (const path of Object.keys(theCase.files)) {
    if (liesInRun(path)) continue;
    problems.push({
      file: theCase.file,
      line: 1,
      column: 1,
      severity: "error",
      code: "CASE_PATH",
      message: outside(path),
    });
  }
  if (!plainSteps(theCase).some(canFail)) {
    const first = plainSteps(theCase)[0];
    if (first !== undefined) at(first, "CASE_PROVES_NOTHING", "no step of this case can fail");
  }
  return problems;
}

/** Sends and waits prove nothing; a fence has to be answered. */
function canFail(step: PlainStep): boolean {
  return step.kind === "act" ? step.act === "fence" : step.kind !== "wait";
}

type At = (step: PlainStep, code: string, message: string, severity?: "error" | "warning") => void;

function lintNever(step: PlainStep & { kind: "never" }, theCase: Case, at: At): void {
  const evidence = evidenceOf(step, theCase);
  if (evidence === "none") {
    at(
      step,
      "CASE_NO_FENCE",
      `nothing after \`${step.text}\` proves the silence: add a fence (\`client fence\`, or \`fence: true\` on the exchange that shows it), or \`quiet\` where there is none`,
    );
  } else if (evidence === "quiet") {
    at(step, "CASE_WEAK", `only a quiet window proves the silence of \`${step.text}\``, "warning");
  }
}

/**
 * After its process is gone an actor sends nothing, until something starts it again. What a probe receives after
 * its end shows that the host has started another process in its place.
 */
function lintReach(step: PlainStep, theCase: Case, gone: Map<string, PlainStep>, at: At): void {
  const restarts =
    step.kind === "act" && (step.act === "reload" || step.act === "start" || step.act === "invoke");
  if (restarts) gone.clear();
  const isProbe = theCase.extensions[step.actor] !== undefined;
  const arrives = step.kind === "await" && !["exit", "end", "stderr"].includes(step.channel);
  if (arrives && isProbe) gone.delete(step.actor);
  const end = gone.get(step.actor);
  const late = arrives && !isProbe && step.channel !== "frame" && step.channel !== "line";
  if (end !== undefined && (step.kind === "act" || late))
    at(step, "CASE_UNREACHABLE", `step ${end.at} ended ${step.actor}, so this step cannot happen`);
  const ends =
    (step.kind === "act" && step.act === "die") || (step.kind === "await" && step.channel === "exit");
  if (ends && theCase.roles[step.actor] === undefined) gone.set(step.actor, step);
}

/** A role is whoever receives first; before that nobody plays it. */
function lintRole(step: PlainStep, theCase: Case, observed: Set<string>, at: At): void {
  if (theCase.roles[step.actor] === undefined) return;
  if (step.kind === "await") observed.add(step.actor);
  else if (!observed.has(step.actor))
    at(
      step,
      "CASE_ROLE_UNKNOWN",
      `nobody plays ${step.actor} before a \`${step.actor} receives\` step has matched`,
    );
}

/** The paths that a step names; one that only the run knows is checked there. */
function pathsOf(step: PlainStep): readonly string[] {
  const about = step.kind === "file" ? step.path : step.kind === "act" ? step.value : null;
  if (step.actor !== filesActor) return [];
  const named = isObject(about) ? about.path : about;
  return typeof named === "string" ? [named] : [];
}

/** Cases are hermetic: whatever they write is removed with the folders of the run. */
function liesInRun(path: string): boolean {
  return /^(home|cwd)\/./.test(path) && !path.split("/").includes("..");
}

function outside(path: string): string {
  return `the file ${JSON.stringify(path)} has to lie below cwd/ or home/, without ".."`;
}

function refsOf(step: PlainStep): readonly string[] {
  const values: Json[] = [];
  if (step.kind === "act") values.push(step.value);
  if (step.kind === "await" || step.kind === "never") values.push(step.pattern);
  if (step.kind === "file") values.push(step.path, step.pattern ?? null);
  return values.flatMap(refsIn);
}

function momentsOf(step: PlainStep): readonly (readonly [option: string, name: string])[] {
  if (step.kind !== "await") return [];
  return [
    ...(step.after === undefined ? [] : [["after", step.after] as const]),
    ...(step.notBefore === undefined ? [] : [["since", step.notBefore.since] as const]),
  ];
}

function durationsOf(step: PlainStep): readonly Duration[] {
  if (step.kind === "wait") return [step.duration];
  const within = "within" in step && step.within !== undefined ? [step.within] : [];
  return step.kind === "await" && step.notBefore !== undefined ? [...within, step.notBefore.atLeast] : within;
}

function namesOf(theCase: Case): ReadonlySet<string> {
  return new Set(
    plainSteps(theCase).flatMap((step) =>
      [step.label, "as" in step ? step.as : undefined].filter((name) => name !== undefined),
    ),
  );
}
