/** A case file -> a case, or every problem it has. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { didYouMean } from "@extproto/schemas";
import { actorsOf, type Case, filesActor, type Need, type NeedKind, type Step } from "./format.js";
import { isObject, type Json } from "./json.js";
import { lintCase } from "./lint.js";
import { CaseError, type CaseProblem } from "./problem.js";
import { readStep } from "./read-step.js";
import { requirements } from "./register.js";
import { caseShape } from "./schema.js";
import { checkShape, type Report } from "./shape.js";
import type { ActorRole } from "./verbs.js";
import { readYaml, type Tree } from "./yaml-tree.js";

/** A text to be read as a case. */
export interface CaseSource {
  readonly id: string;
  readonly file: string;
  readonly text: string;
}

/** What came of reading a case: warnings come with a case, errors without one. */
export interface ReadCase {
  readonly case: Case | undefined;
  readonly problems: readonly CaseProblem[];
}

/**
 * Reads a case and lints it.
 *
 * @example
 * ```ts
 * const { case: read, problems } = readCase({ id: "my-case", file: "my-case.yaml", text });
 * ```
 */
export function readCase(source: CaseSource): ReadCase {
  const { tree, faults, place } = readYaml(source.text);
  const problems: CaseProblem[] = [];
  const report: Report = (offset, code, message) => {
    problems.push({ file: source.file, ...place(offset), severity: "error", code, message });
  };
  for (const { offset, code, message } of faults) report(offset, code, message);
  if (faults.length > 0) return { case: undefined, problems };
  if (tree?.fields === undefined) {
    report(0, "CASE_WRONG_TYPE", "a case is a mapping with title, proves, for and steps");
    return { case: undefined, problems };
  }
  checkShape(caseShape, tree, "the case", report);
  checkRequirements(tree, report);
  if (problems.length > 0 && !isReadable(tree)) return { case: undefined, problems: sorted(problems) };

  const head = caseHead(source, tree);
  const context = { actors: rolesOf(head, tree, report), report, lineOf: (at: number) => place(at).line };
  const steps = (tree.fields.get("steps")?.tree.items ?? []).flatMap((item, index): Step[] => {
    const step = readStep(item, String(index + 1), context);
    for (const id of item.fields?.get("proves")?.tree.items ?? []) checkRequirement(id, report);
    return step === undefined ? [] : [step];
  });
  const theCase: Case = { ...head, steps };
  if (problems.length === 0) problems.push(...lintCase(theCase));
  const broken = problems.some((problem) => problem.severity === "error");
  return { case: broken ? undefined : theCase, problems: sorted(problems) };
}

/** Reads one file; throws a {@link CaseError} that lists what is wrong. */
export function loadCase(file: string, root: string): Case {
  return readWholeCase({ id: idOf(file, root), file, text: readFileSync(file, "utf8") });
}

/** Reads a case; throws a {@link CaseError} that lists what is wrong. */
export function readWholeCase(source: CaseSource): Case {
  const { case: theCase, problems } = readCase(source);
  if (theCase === undefined) throw new CaseError(problems);
  return theCase;
}

/** The id of a case: the path of its file below a folder, without the ending. */
export function idOf(file: string, root: string): string {
  return relative(root, file)
    .replace(/\.ya?ml$/, "")
    .split(sep)
    .join("/");
}

/** All case files below a folder, sorted by path. */
export function caseFiles(folder: string): readonly string[] {
  if (statSync(folder).isFile()) return [folder];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => join(folder, name))
    .sort();
}

/** Reads all cases below a folder. Throws one {@link CaseError} with the errors of all files. */
export function loadCases(folder: string): { cases: readonly Case[]; warnings: readonly CaseProblem[] } {
  const cases: Case[] = [];
  const problems: CaseProblem[] = [];
  const root = statSync(folder).isFile() ? join(folder, "..") : folder;
  for (const file of caseFiles(folder)) {
    const read = readCase({ id: idOf(file, root), file, text: readFileSync(file, "utf8") });
    problems.push(...read.problems);
    if (read.case !== undefined) cases.push(read.case);
  }
  problems.push(...missingTwins(cases));
  if (problems.some((problem) => problem.severity === "error")) throw new CaseError(problems);
  return { cases, warnings: problems };
}

/** A case that names a twin promises that the twin is there. */
function missingTwins(cases: readonly Case[]): readonly CaseProblem[] {
  const ids = cases.map((theCase) => theCase.id);
  return cases.flatMap((theCase): CaseProblem[] => {
    const { twin, file, id } = theCase;
    if (twin === undefined || (twin !== id && ids.includes(twin))) return [];
    const near =
      twin === id ? "a case is not its own twin" : (didYouMean(twin, ids) ?? "there is no such case");
    const message = `the twin ${JSON.stringify(twin)} is not among the cases; ${near}`;
    return [{ file, line: 1, column: 1, severity: "error", code: "CASE_NO_TWIN", message }];
  });
}

function isReadable(tree: Tree): boolean {
  const { fields } = tree;
  const target = fields?.get("for")?.tree.value;
  return (
    (target === "extension" || target === "host" || target === "client") &&
    fields?.get("steps")?.tree.items !== undefined
  );
}

function checkRequirements(tree: Tree, report: Report): void {
  for (const item of tree.fields?.get("proves")?.tree.items ?? []) checkRequirement(item, report);
}

function checkRequirement(item: Tree, report: Report): void {
  const id = item.value;
  if (typeof id !== "string" || requirements().has(id)) return;
  const guess = didYouMean(id, [...requirements().keys()]) ?? "`extproto list requirements` shows all";
  report(
    item.offset,
    "CASE_UNKNOWN_REQUIREMENT",
    `${JSON.stringify(id)} is no requirement of the spec; ${guess}`,
  );
}

function caseHead(source: CaseSource, tree: Tree): Omit<Case, "steps"> {
  const raw = tree.value as Record<string, never>;
  const map = (value: Json | undefined) => (isObject(value ?? null) ? value : {}) as never;
  const list = (value: Json | undefined) => (Array.isArray(value) ? value : []) as never;
  const optional = Object.fromEntries(
    ["each", "consent", "twin", "token"]
      .filter((key) => raw[key] !== undefined)
      .map((key) => [key, raw[key]]),
  );
  return {
    id: source.id,
    file: source.file,
    title: String(raw.title),
    proves: list(raw.proves),
    for: raw.for as unknown as Case["for"],
    needs: (list(raw.needs) as Json[]).map(readNeed),
    begin: raw.begin ?? "ready",
    roles: map(raw.roles),
    extensions: map(raw.extensions),
    model: list(raw.model),
    flags: list(raw.flags),
    env: map(raw.env),
    files: map(raw.files),
    deadlines: map(raw.deadlines),
    ...optional,
  };
}

function readNeed(value: Json): Need {
  if (!isObject(value)) return { kind: String(value) as NeedKind };
  const [kind, which] = Object.entries(value)[0] ?? ["feature", ""];
  return { kind: kind as NeedKind, value: String(which) };
}

/** The actors of a case; names that mean two things are reported. */
function rolesOf(head: Omit<Case, "steps">, tree: Tree, report: Report): ReadonlyMap<string, ActorRole> {
  const probes = new Set(Object.keys(head.extensions));
  const reserved = new Set(["host", "client", "server", "model", "user", "run", filesActor]);
  const complain = (section: string, name: string, message: string): void => {
    const offset = tree.fields?.get(section)?.tree.fields?.get(name)?.offset ?? 0;
    report(offset, "CASE_ACTOR_NAME", message);
  };
  for (const section of ["extensions", "roles"] as const) {
    for (const name of Object.keys(head[section])) {
      if (reserved.has(name)) complain(section, name, `${JSON.stringify(name)} is the name of another actor`);
      if (!/^[A-Za-z][\w-]*$/.test(name))
        complain(section, name, `${JSON.stringify(name)} cannot be the name of an actor`);
    }
  }
  for (const [role, among] of Object.entries(head.roles)) {
    if (probes.has(role)) complain("roles", role, `${JSON.stringify(role)} is the name of a probe`);
    for (const name of among) {
      if (!probes.has(name)) complain("roles", role, `${JSON.stringify(name)} is no probe of this case`);
    }
  }
  return new Map(
    actorsOf(head).map((name) => [
      name,
      probes.has(name) || Object.hasOwn(head.roles, name) ? "probe" : (name as ActorRole),
    ]),
  );
}

function sorted(problems: readonly CaseProblem[]): readonly CaseProblem[] {
  return [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
}
