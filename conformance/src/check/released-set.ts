/**
 * What a release of the specification froze. With `--spec 1.0` only that counts, so that a requirement, a case or a
 * watched rule of a later day cannot fail anyone who was checked before it existed.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Case, TargetKind } from "../case/format.js";
import { levelOf, type RegisteredRequirement, requirements } from "../case/register.js";
import { KitFault, UsageError } from "../cli/usage-error.js";
import type { Finding, Judgement } from "../judge/contract.js";
import type { RunResult } from "../run/contract.js";
import { kitCases } from "./kit-cases.js";

/** A frozen set. */
export interface ReleasedSet {
  readonly version: string;
  /** Ids of its requirements. */
  readonly requirements: ReadonlySet<string>;
  /** Ids of the kit's cases that count; all, as long as the kit has not frozen them. */
  readonly cases?: ReadonlySet<string>;
  /** Names of the rules that are watched in every run; likewise. */
  readonly invariants?: ReadonlySet<string>;
}

/** The folder where the kit keeps the cases and watched rules of each release. */
export const releases = fileURLToPath(new URL("../../releases", import.meta.url));

/** The folders that a released set is read from. */
export interface ReleaseFolders {
  readonly spec: string;
  readonly kit: string;
}

const usual = (): ReleaseFolders => ({
  spec: join(
    dirname(createRequire(import.meta.url).resolve("@extproto/spec/requirements.json")),
    "snapshots",
  ),
  kit: releases,
});

/** Reads the set of a release; one that there is not is a fault of the command line. */
export function readReleasedSet(version: string, folders: ReleaseFolders = usual()): ReleasedSet {
  const known = existsSync(folders.spec) ? readdirSync(folders.spec).sort() : [];
  if (!known.includes(version))
    throw new UsageError(
      `there is no released specification ${JSON.stringify(version)}; there is ${known.join(", ") || "none"}`,
    );
  const { requirements } = readJson(join(folders.spec, version, "requirements.json")) as {
    requirements: readonly { readonly id: string }[];
  };
  const ids = new Set(requirements.map(({ id }) => id));
  const list = join(folders.kit, `${version}.json`);
  if (!existsSync(list)) return { version, requirements: ids };
  const { cases, invariants } = readJson(list) as {
    readonly cases: readonly string[];
    readonly invariants: readonly string[];
  };
  return { version, requirements: ids, cases: new Set(cases), invariants: new Set(invariants) };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** A set counts as a whole: without one of its cases, what passes may not have passed before. */
export function assertWhole(set: ReleasedSet, kind: TargetKind, cases: readonly Pick<Case, "id">[]): void {
  const missing = missingCases(set, cases).filter((id) => id.startsWith(`${kind}/`));
  if (missing.length === 0) return;
  throw new KitFault(
    `this kit lacks cases that specification ${set.version} froze: ${missing.join(", ")}; install it again`,
  );
}

/** The cases of a set that are not among these. */
export function missingCases(set: ReleasedSet, cases: readonly Pick<Case, "id">[]): readonly string[] {
  const there = new Set(cases.map(({ id }) => id));
  return [...(set.cases ?? [])].filter((id) => !there.has(id));
}

/** The cases that count for a set. Cases of the user's own do, as long as they prove something that it holds. */
export function casesOf(set: ReleasedSet, cases: readonly Case[]): readonly Case[] {
  return cases.filter(({ id, proves, file }) => {
    const own = relative(kitCases, file).startsWith("..");
    const listed = own || set.cases === undefined || set.cases.has(id);
    return listed && proves.some((requirement) => set.requirements.has(requirement));
  });
}

/**
 * A judgement with only what the set holds. A run that a later rule broke off shows nothing for the set: it does
 * not apply, and says so.
 */
export function judgedBy(set: ReleasedSet, judgement: Judgement): Judgement {
  const findings = judgement.findings.filter((finding) => counts(set, finding));
  const assertions = judgement.assertions.filter(({ kind, id }) => kind !== "invariant" || watches(set, id));
  if (findings.length === judgement.findings.length) return { ...judgement, assertions };
  const later = judgement.findings.find((finding) => !counts(set, finding))?.requirements[0] ?? "";
  const left = { ...judgement, assertions, findings };
  if (findings.some(({ requirements }) => requirements.some((id) => levelOf(id) === "MUST")))
    return { ...left, verdict: "fail" };
  if (findings.length > 0) return { ...left, verdict: "warn" };
  if (judgement.verdict !== "dependency-failed" && assertions.every(({ status }) => status !== "not-reached"))
    return {
      ...left,
      verdict: "pass",
      assertions: assertions.map((one) => (one.status === "failed" ? { ...one, status: "passed" } : one)),
    };
  return {
    ...left,
    verdict: "not-applicable",
    why: `it stumbles over ${later}, which specification ${set.version} does not have`,
  };
}

/** A result with only what the set holds; as it is, where no set was chosen. */
export function countedBy(set: ReleasedSet | undefined, result: RunResult): RunResult {
  return set === undefined ? result : { ...result, judgement: judgedBy(set, result.judgement) };
}

/** The requirements of the set; all, where none was chosen. */
export function registerOf(set: ReleasedSet | undefined): ReadonlyMap<string, RegisteredRequirement> {
  if (set === undefined) return requirements();
  return new Map([...requirements()].filter(([id]) => set.requirements.has(id)));
}

function counts(set: ReleasedSet, { requirements, assertion }: Finding): boolean {
  return requirements.some((id) => set.requirements.has(id)) && watches(set, assertion);
}

function watches({ invariants }: ReleasedSet, assertion: string): boolean {
  const name = /^invariant (.*)$/s.exec(assertion)?.[1];
  return name === undefined || invariants === undefined || invariants.has(name);
}
