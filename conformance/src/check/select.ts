/** Which cases are run: `--only`, `--skip`, `--shard`. */
import { didYouMean } from "@extproto/schemas";
import type { Case } from "../case/format.js";
import { UsageError } from "../cli/usage-error.js";
import type { PlanEntry } from "../run/run-all.js";
import { compileGlob, type Glob } from "./glob.js";
import { hasKit } from "./kit-cases.js";
import { inShard, type Shard } from "./shard.js";

/** What was asked for. */
export interface Selection {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly shard?: Shard;
}

/**
 * The cases to run, in order of their ids. A pattern is tried on the id of a case and on the requirements that it
 * proves. One that fits nothing is a mistake, and is called one.
 */
export function selectCases(cases: readonly Case[], { only, skip, shard }: Selection): readonly Case[] {
  const sorted = [...cases].sort((one, other) => (one.id < other.id ? -1 : 1));
  const wanted = only.map((pattern) => used("--only", caseOf(pattern), sorted));
  const unwanted = skip.map((pattern) => ({ glob: used("--skip", caseOf(pattern), sorted), pattern }));
  const chosen = sorted.filter(
    (one) =>
      (wanted.length === 0 || wanted.some((glob) => fits(glob, one))) &&
      !unwanted.some(({ glob, pattern }) => !isInstance(pattern) && fits(glob, one)),
  );
  return shard === undefined ? chosen : inShard(chosen, shard);
}

/** How much of the kit's cases a check is about, all its parts together. */
export function selectionOf(
  cases: readonly Case[],
  { cases: folders, only, skip }: Selection & { readonly cases: readonly string[] },
): { readonly cases: number; readonly of: number } {
  return { cases: selectCases(cases, { only, skip }).length, of: hasKit(folders) ? cases.length : 0 };
}

/**
 * Of a case that is run for several things, a pattern can choose one: `extension/tools/one-result [tool=weather]`.
 * Patterns without such an ending have chosen cases already.
 */
export function selectInstances(plan: readonly PlanEntry[], { only, skip }: Selection): readonly PlanEntry[] {
  const wanted = only.map((pattern) => ({ pattern, glob: compileGlob(pattern) }));
  const unwanted = skip.filter(isInstance).map(compileGlob);
  return plan.filter((entry) => {
    const { case: id, instance } = entry.name;
    const name = instance === undefined ? id : `${id} [${instance}]`;
    const kept =
      wanted.length === 0 ||
      wanted.some(({ pattern, glob }) => (isInstance(pattern) ? glob.matches(name) : fits(glob, entry.case)));
    return kept && !unwanted.some((glob) => glob.matches(name));
  });
}

/** Whether a pattern chooses a case. */
export function fits(glob: Glob, theCase: Pick<Case, "id" | "proves">): boolean {
  return glob.matches(theCase.id) || theCase.proves.some((id) => glob.matches(id));
}

const instanceEnding = / \[[^\]]*\]$/;

function isInstance(pattern: string): boolean {
  return instanceEnding.test(pattern);
}

function caseOf(pattern: string): string {
  return pattern.replace(instanceEnding, "");
}

/** Compiles a pattern that has to fit at least one case. */
function used(option: string, pattern: string, cases: readonly Case[]): Glob {
  const glob = compileGlob(pattern);
  if (cases.some((one) => fits(glob, one))) return glob;
  const names = cases.flatMap((one) => [one.id, ...one.proves]);
  const anywhere = `**/${pattern}`;
  const guess =
    didYouMean(pattern, names) ??
    (cases.some((one) => fits(compileGlob(anywhere), one))
      ? `* stands for no slash; did you mean ${JSON.stringify(anywhere)}?`
      : "`extproto list` shows the cases");
  throw new UsageError(`${option} ${JSON.stringify(pattern)} fits no case; ${guess}`);
}
