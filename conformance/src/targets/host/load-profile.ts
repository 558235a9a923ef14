/** A profile file -> a profile, or what is wrong with it. */
import { deadlines, didYouMean } from "@extproto/schemas";
import { requirements } from "../../case/register.js";
import type { Tree } from "../../case/yaml-tree.js";
import { type ReportProblem, readProfileFile } from "../profile-file.js";
import { Profile } from "./profile.js";
import { checkWords } from "./profile-words.js";

/** A profile that could be read, with the folder that its relative paths start from. */
export interface LoadedProfile {
  readonly profile: Profile;
  readonly file: string;
  readonly folder: string;
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
  const { tree, path, folder } = readProfileFile({
    file,
    schema: Profile,
    summary: "a profile is a mapping with name, command and extension",
    check: checkNames,
  });
  return { profile: tree.value as unknown as Profile, file: path, folder };
}

/** What a schema cannot say: names of deadlines and requirements, words with a meaning, and what goes together. */
function checkNames(tree: Tree, report: ReportProblem): void {
  checkWords(tree, report);
  checkPaths(tree, report);
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
      `${id} is no requirement of the spec; ${didYouMean(id, [...requirements().keys()]) ?? "`extproto list requirements` shows all"}`,
    );
  }
  const user = tree.fields?.get("user");
  const over = user?.tree.fields?.get("over")?.tree.value;
  if (user !== undefined && over !== "rpc" && !user.tree.fields?.has("typing"))
    report(user.offset, "", "user.typing says what is typed; it is needed unless `over` is rpc");
  if (over === "rpc" && !tree.fields?.has("rpc"))
    report(user?.offset ?? 0, "", "user.over is rpc, but the profile has no rpc");
  else if (over === "rpc" && !tree.fields?.get("rpc")?.tree.fields?.has("additions"))
    report(
      user?.offset ?? 0,
      "",
      "user.over is rpc, but rpc.additions names no addition that it could go through; leave user out, or name them",
    );
}

/** The files of a profile lie in the folders of the run, and nowhere else. */
function checkPaths(tree: Tree, report: ReportProblem): void {
  for (const [name, { offset }] of tree.fields?.get("files")?.tree.fields ?? []) {
    if (/^(zot|home|cwd)\/./.test(name) && !name.split("/").includes("..")) continue;
    report(offset, "", `the file ${name} has to lie below zot/, home/ or cwd/, without ".."`);
  }
}
