/** A profile file -> a profile, or what is wrong with it. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { deadlines, didYouMean } from "@extproto/schemas";
import { requirements } from "../../case/register.js";
import type { ShapeSchema } from "../../case/schema.js";
import { checkShape } from "../../case/shape.js";
import { readYaml, type Tree } from "../../case/yaml-tree.js";
import { Profile } from "./profile.js";

/** A profile that could be read, with the folder that its relative paths start from. */
export interface LoadedProfile {
  readonly profile: Profile;
  readonly file: string;
  readonly folder: string;
}

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

/**
 * Reads a profile.
 *
 * @example
 * ```ts
 * const { profile } = loadProfile("profiles/reference-host.yaml");
 * ```
 */
export function loadProfile(file: string): LoadedProfile {
  const problems: string[] = [];
  const { tree, faults, place } = readYaml(textOf(file));
  const report = (offset: number, _code: string, message: string): void => {
    const { line, column } = place(offset);
    problems.push(`${file}:${line}:${column}: ${message}`);
  };
  for (const { offset, code, message } of faults) report(offset, code, message);
  if (tree?.fields === undefined) {
    if (problems.length === 0) report(0, "", "a profile is a mapping with name, command and extension");
    throw new ProfileError(problems);
  }
  checkShape(Profile as unknown as ShapeSchema, tree, "the profile", report);
  checkNames(tree, report);
  if (problems.length > 0) throw new ProfileError(problems);
  const path = resolve(file);
  return { profile: tree.value as unknown as Profile, file: path, folder: dirname(path) };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ProfileError([`${file}: it cannot be read: ${(error as Error).message}`]);
  }
}

type Report = (offset: number, code: string, message: string) => void;

/** What a schema cannot say: names of deadlines and requirements, and what goes together. */
function checkNames(tree: Tree, report: Report): void {
  for (const [name, field] of tree.fields?.get("deadlines")?.tree.fields ?? []) {
    if (Object.hasOwn(deadlines, name)) continue;
    const known = Object.keys(deadlines);
    report(
      field.offset,
      "",
      `there is no deadline ${name}; ${didYouMean(name, known) ?? `there are ${known.join(", ")}`}`,
    );
  }
  for (const item of tree.fields?.get("deviations")?.tree.items ?? []) {
    const id = item.fields?.get("requirement")?.tree.value;
    if (typeof id !== "string" || requirements().has(id)) continue;
    report(
      item.offset,
      "",
      `${id} is no requirement of the spec; ${didYouMean(id, [...requirements().keys()]) ?? ""}`,
    );
  }
  const user = tree.fields?.get("user");
  const over = user?.tree.fields?.get("over")?.tree.value;
  if (user !== undefined && over !== "rpc" && !user.tree.fields?.has("typing"))
    report(user.offset, "", "user.typing says what is typed; it is needed unless `over` is rpc");
  if (over === "rpc" && !tree.fields?.has("rpc"))
    report(user?.offset ?? 0, "", "user.over is rpc, but the profile has no rpc");
}
