/** What the profiles of hosts and of clients share: a YAML file of a known shape. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { ShapeSchema } from "../case/schema.js";
import { checkShape } from "../case/shape.js";
import { readYaml, type Tree } from "../case/yaml-tree.js";

/** The profile cannot be used. Each problem says where and why. */
export class ProfileError extends Error {
  override readonly name = "ProfileError";
  readonly code = "PROFILE_INVALID";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

/** Reports a problem at an offset of the file. */
export type ReportProblem = (offset: number, code: string, message: string) => void;

/** Which file, and what has to be in it. */
export interface ProfileFileOptions {
  readonly file: string;
  readonly schema: object;
  /** What a profile of this kind is, for a file that is none at all. */
  readonly summary: string;
  /** What a schema cannot say. */
  readonly check?: (tree: Tree, report: ReportProblem) => void;
}

/** Reads a profile; throws a {@link ProfileError} with everything that is wrong with it. */
export function readProfileFile({ file, schema, summary, check }: ProfileFileOptions): {
  readonly tree: Tree;
  readonly path: string;
  readonly folder: string;
} {
  const problems: string[] = [];
  const { tree, faults, place } = readYaml(textOf(file));
  const report: ReportProblem = (offset, _code, message) => {
    const { line, column } = place(offset);
    problems.push(`${file}:${line}:${column}: ${message}`);
  };
  for (const { offset, code, message } of faults) report(offset, code, message);
  // What could not be parsed cannot be missed either.
  if (tree?.fields === undefined || problems.length > 0) {
    if (problems.length === 0) report(0, "", summary);
    throw new ProfileError(problems);
  }
  checkShape(schema as ShapeSchema, tree, "the profile", report);
  check?.(tree, report);
  if (problems.length > 0) throw new ProfileError(problems);
  const path = resolve(file);
  return { tree, path, folder: dirname(path) };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ProfileError([`${file}: it cannot be read: ${(error as Error).message}`]);
  }
}
