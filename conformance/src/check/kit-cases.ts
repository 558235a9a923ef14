/** Where the kit's own cases are, and how cases of several folders come together. */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Case, TargetKind } from "../case/format.js";
import { caseFiles, loadCases } from "../case/load.js";
import { CaseError, type CaseProblem, problemText } from "../case/problem.js";
import { UsageError } from "../cli/usage-error.js";
import { loadPreparedCase } from "./prepared-cases.js";

/** The folder of the kit's own cases. */
export const kitCases = fileURLToPath(new URL("../../cases", import.meta.url));

/** The name that stands for {@link kitCases} where folders of cases are listed. */
export const kitName = "kit";

/** Whether the kit's own cases are among the chosen ones; they are where nothing is chosen. */
export function hasKit(folders: readonly string[]): boolean {
  return folders.length === 0 || folders.includes(kitName);
}

/** Cases, and what deserves a second look in them. */
export interface LoadedCases {
  readonly cases: readonly Case[];
  readonly warnings: readonly CaseProblem[];
}

/**
 * Reads the cases for a target, or for both, from the kit and from folders of the user's. Two cases of one name
 * are refused, so that no case takes the place of another without a word.
 */
export function readCases(folders: readonly string[], target?: TargetKind): LoadedCases {
  const loaded = (folders.length === 0 ? [kitName] : folders).map((folder) => readFolder(folder, target));
  const cases = loaded.flatMap((one) => one.cases);
  const byId = new Map<string, Case>();
  for (const one of cases) {
    const other = byId.get(one.id);
    if (other !== undefined)
      throw new UsageError(
        `two cases are called ${one.id}: ${other.file} and ${one.file}; rename one of them`,
      );
    byId.set(one.id, one);
  }
  return { cases, warnings: loaded.flatMap((one) => one.warnings) };
}

function readFolder(folder: string, target: TargetKind | undefined): LoadedCases {
  try {
    if (folder === kitName) return { cases: readKit(target), warnings: [] };
    if (!existsSync(folder)) throw new UsageError(`there is no folder or file of cases ${folder}`);
    const { cases, warnings } = loadCases(folder);
    if (cases.length === 0)
      throw new UsageError(`${folder} holds no case: a case is a file that ends in .yaml`);
    return { cases: cases.filter((one) => target === undefined || one.for === target), warnings };
  } catch (error) {
    if (!(error instanceof CaseError)) throw error;
    throw new UsageError(`cases that cannot be used:\n${error.problems.map(problemText).join("\n")}`);
  }
}

/** One of the kit's cases, by its id. */
export function findKitCase(id: string): Case | undefined {
  const file = join(kitCases, `${id}.yaml`);
  const inside = relative(kitCases, file);
  return inside.startsWith("..") || !existsSync(file) ? undefined : loadPreparedCase(file, kitCases);
}

/** The kit's cases are sorted into folders by target, so only those that are asked for are read. */
function readKit(target: TargetKind | undefined): readonly Case[] {
  return (target === undefined ? (["extension", "host", "client"] as const) : [target]).flatMap((kind) => {
    const folder = join(kitCases, kind);
    return existsSync(folder) ? caseFiles(folder).map((file) => loadPreparedCase(file, kitCases)) : [];
  });
}
