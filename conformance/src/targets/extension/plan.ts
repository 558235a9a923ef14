/** Which runs a case has on an extension, and why it has none. */
import { deadlines } from "@extproto/schemas";
import { plainSteps } from "../../case/evidence.js";
import type { Case } from "../../case/format.js";
import { isObject, type Json, type JsonObject } from "../../case/json.js";
import type { Deadline } from "../../judge/contract.js";
import type { Planned, PlannedRun } from "../../run/contract.js";
import type { ToolArguments } from "./arguments/tool-arguments.js";
import type { CheckFile } from "./check-file/schema.js";
import { howToConsent } from "./consent.js";
import { eventSample } from "./event-samples.js";
import { interceptQuestion } from "./intercept-questions.js";
import type { ReadManifest } from "./manifest.js";
import { no, unmet } from "./needs.js";
import type { Survey } from "./survey.js";

/** What the plan is made from. */
export interface PlanOptions {
  readonly manifest: ReadManifest;
  /** Absent where the manifest does not say how to start the extension. */
  readonly survey?: Survey;
  readonly file: CheckFile;
  /** Milliseconds that a tool or a command may take. */
  readonly toolTimeout: number;
  /** How long to wait for what a deadline bounds, where that is not to be computed. */
  readonly bounds: Readonly<Record<string, number>>;
  /** After how many milliseconds the kit itself ends an extension that it has told to stop. */
  readonly shutdownBound: number;
}

/** The thing that one run of a case is about. */
interface Subject {
  readonly kind: "tool" | "command" | "intercept" | "event";
  readonly name: string;
}

/** The runs of a case, or the one reason why there is none. */
export function plan(theCase: Case, options: PlanOptions): readonly Planned[] {
  const { survey, manifest } = options;
  if (theCase.for !== "extension") return [no("not-applicable", "the case is for hosts")];
  if (isStatic(theCase)) return [run(theCase, undefined, options)];
  if (survey === undefined || manifest.start === undefined) {
    return [no("dependency-failed", `the manifest cannot be used: ${manifest.problems.join("; ")}`)];
  }
  const { greeting, endedByItself } = survey.discovery;
  // Whatever a process that ends by itself is given, it ends: that says nothing about what it was given.
  if (endedByItself !== undefined) {
    return isLeftAlone(theCase)
      ? [run(theCase, undefined, options)]
      : [no("dependency-failed", `it ends by itself: ${endedByItself}`)];
  }
  if (!greeting.ok && theCase.begin === "ready") {
    return [no("dependency-failed", `the handshake failed: ${greeting.reason}`)];
  }
  for (const need of theCase.needs) {
    const lacking = unmet(need, survey);
    if (lacking !== undefined) return [lacking];
  }
  if (greeting.ok && !survey.discovery.acknowledges && buildsOnShutdown(theCase)) {
    return [no("dependency-failed", "it does not acknowledge shutdown")];
  }
  const subjects = subjectsOf(theCase, survey);
  if (subjects === undefined) return [run(theCase, undefined, options)];
  return withOneRefusal(subjects.map((subject) => planSubject(theCase, subject, survey, options)));
}

/** Things that have no run share one entry, since only runs have names of their own. */
function withOneRefusal(entries: readonly Planned[]): readonly Planned[] {
  const runs = entries.filter((entry) => entry.kind === "run");
  const refusals = entries.filter((entry) => entry.kind !== "run");
  const worst = refusals.find((entry) => entry.kind === "could-not-run") ?? refusals[0];
  if (worst === undefined) return runs;
  const reasons = refusals.filter((entry) => entry.kind === worst.kind).map((entry) => entry.why);
  return [...runs, no(worst.kind, [...new Set(reasons)].join("; "))];
}

/** A case that only looks at the manifest and at no frame; it can be judged without a process. */
export function isStatic(theCase: Case): boolean {
  return (
    theCase.begin === "spawned" &&
    plainSteps(theCase).every(
      (step) => (step.kind === "await" || step.kind === "never") && step.channel === "result",
    )
  );
}

/** A case about an extension that is asked for nothing and goes on running. */
function isLeftAlone({ begin, needs, each, proves }: Case): boolean {
  return (
    begin === "ready" &&
    needs.length === 0 &&
    each === undefined &&
    proves.includes("ext.crash.runs-until-told")
  );
}

/** A case that shows something else by a shutdown that is acknowledged. */
function buildsOnShutdown(theCase: Case): boolean {
  if (theCase.proves.includes("ext.shutdown.prompt-exit")) return false;
  return plainSteps(theCase).some(
    (step) =>
      step.kind === "await" &&
      step.channel === "frame" &&
      isObject(step.pattern) &&
      step.pattern.type === "shutdown_ack",
  );
}

/** What the case is run for: each of a kind, the first of a kind that it needs, or nothing in particular. */
function subjectsOf(theCase: Case, { discovery, consent }: Survey): readonly Subject[] | undefined {
  const all: Readonly<Record<Subject["kind"], readonly Subject[]>> = {
    tool: discovery.tools.map(({ name }) => ({ kind: "tool", name })),
    command: discovery.commands.map(({ name }) => ({ kind: "command", name })),
    intercept: discovery.intercepts
      .filter((event) => interceptQuestion(event) !== undefined)
      .map((name) => ({ kind: "intercept", name })),
    event: discovery.events
      .filter((event) => eventSample(event) !== undefined)
      .map((name) => ({ kind: "event", name })),
  };
  if (theCase.each !== undefined) return all[theCase.each].length === 0 ? noSubject : all[theCase.each];
  const needed = theCase.needs.find(({ kind }) => kind === "tool" || kind === "command");
  if (needed === undefined) return undefined;
  const subjects = all[needed.kind as "tool" | "command"];
  const named = subjects.find(({ name }) => name === needed.value);
  const allowed = subjects.find(({ name }) =>
    needed.kind === "tool" ? consent.tool(name) : consent.command(name),
  );
  const first = named ?? allowed ?? subjects[0];
  return first === undefined ? undefined : [first];
}

/** Stands for the lack of any subject, so that the plan is never empty. */
const noSubject: readonly Subject[] = [{ kind: "intercept", name: "" }];

/** What is said of an extension that has nothing of a kind. */
const nothing: Readonly<Record<Subject["kind"], string>> = {
  tool: "registers no tool",
  command: "registers no command",
  intercept: "intercepts nothing",
  event: "subscribes to nothing",
};

function planSubject(theCase: Case, subject: Subject, survey: Survey, options: PlanOptions): Planned {
  if (subject.name === "") {
    return no("not-applicable", `the extension ${nothing[theCase.each ?? "tool"]}`);
  }
  const { consent } = survey;
  const acts = subject.kind === "tool" || subject.kind === "command";
  const allowed = subject.kind === "tool" ? consent.tool(subject.name) : consent.command(subject.name);
  if (theCase.consent === "tools" && acts && !allowed) {
    const what = subject.kind === "tool" ? `the tool ${subject.name}` : `the command /${subject.name}`;
    return no("could-not-run", `it would run ${what}; ${howToConsent}`);
  }
  if (subject.kind === "tool") {
    const args = survey.arguments.get(subject.name);
    const lacking = argumentsUnmet(theCase, subject.name, args);
    if (lacking !== undefined) return lacking;
  }
  return run(theCase, subject, options);
}

function argumentsUnmet(theCase: Case, tool: string, args: ToolArguments | undefined): Planned | undefined {
  const wanted = plainSteps(theCase).flatMap((step) =>
    step.kind === "act" ? argumentKinds(step.value) : [],
  );
  const lacking = theCase.needs.some(
    ({ kind, value }) => kind === "feature" && value === "required_argument",
  );
  if (args?.valid === undefined && (lacking || wanted.includes("valid") || wanted.includes("minimal"))) {
    return no(
      "could-not-run",
      `no arguments that the schema of ${tool} takes could be made; give tools.${tool}.valid in extproto.check.yaml`,
    );
  }
  if (wanted.includes("invalid") && args?.invalid === undefined) {
    return no("not-applicable", `the schema of ${tool} takes every object, so no arguments are invalid`);
  }
  if (lacking && args?.lacks === undefined) {
    return no(
      "not-applicable",
      `the schema of ${tool} requires no argument, or none that can be left out alone`,
    );
  }
  return undefined;
}

function argumentKinds(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(argumentKinds);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === "$args" ? [String(item)] : argumentKinds(item),
  );
}

function run(theCase: Case, subject: Subject | undefined, options: PlanOptions): Planned {
  const { survey, manifest, file } = options;
  const target: JsonObject = {
    name: manifest.name,
    ...(survey?.panel === undefined ? {} : { panel: { ...survey.panel } }),
  };
  const planned: PlannedRun = {
    ...(theCase.each === undefined || subject === undefined
      ? {}
      : { instance: `${subject.kind}=${subject.name}` }),
    awaits: ["host"],
    bindings: { target, ...subjectBinding(subject, survey, file) },
    args: { ...argumentsOf(subject, survey) },
    deadlines: deadlinesOf(options),
    facts: factsOf(options),
  };
  return { kind: "run", run: planned };
}

function subjectBinding(
  subject: Subject | undefined,
  survey: Survey | undefined,
  file: CheckFile,
): JsonObject {
  if (subject === undefined) return {};
  switch (subject.kind) {
    case "tool": {
      const tool = survey?.discovery.tools.find(({ name }) => name === subject.name);
      return {
        tool: { ...tool, name: subject.name, lacks: survey?.arguments.get(subject.name)?.lacks ?? "" },
      };
    }
    case "command":
      return { command: { name: subject.name, args: file.commands?.[subject.name]?.args ?? "" } };
    case "intercept":
      return { intercept: { event: subject.name, question: interceptQuestion(subject.name) ?? {} } };
    case "event":
      return { event: { name: subject.name, frame: eventSample(subject.name) ?? {} } };
  }
}

function argumentsOf(subject: Subject | undefined, survey: Survey | undefined): JsonObject {
  const args = subject?.kind === "tool" ? survey?.arguments.get(subject.name) : undefined;
  if (args === undefined) return {};
  const { valid, minimal = valid, invalid } = args;
  return {
    ...(valid === undefined ? {} : { valid }),
    ...(minimal === undefined ? {} : { minimal }),
    ...(invalid === undefined ? {} : { invalid }),
  };
}

/** The deadlines of the specification; what a tool or a command may take is a choice of the person who checks. */
function deadlinesOf({ toolTimeout, bounds }: PlanOptions): Readonly<Record<string, Deadline>> {
  const all: Record<string, Deadline> = {};
  for (const [name, { ms }] of Object.entries(deadlines)) {
    const bound = bounds[name];
    all[name] = { ms, ...(bound === undefined ? {} : { bound }) };
  }
  return {
    ...all,
    tool: { ms: toolTimeout, bound: toolTimeout },
    command: { ms: toolTimeout, bound: toolTimeout },
  };
}

function factsOf({ manifest, survey, toolTimeout, shutdownBound }: PlanOptions): JsonObject {
  const { discovery, fence } = survey ?? {};
  return {
    manifest: { name: manifest.name, problems: [...manifest.problems] },
    tools: discovery?.tools.map(({ name }) => name) ?? [],
    commands: discovery?.commands.map(({ name }) => name) ?? [],
    intercepts: [...(discovery?.intercepts ?? [])],
    capabilities: [...(discovery?.capabilities ?? [])],
    toolTimeout,
    shutdownBound,
    ...(fence === undefined ? {} : { fence }),
  };
}
