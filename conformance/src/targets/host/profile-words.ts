/** Words of a profile that have a meaning: placeholders, and what a host can be said to lack. */
import { didYouMean } from "@extproto/schemas";
import type { Tree } from "../../case/yaml-tree.js";
import type { ReportProblem } from "../profile-file.js";

/** Optional parts that the kit's cases ask for with `feature`. */
export const features = [
  "git",
  "linux",
  "missing-credential",
  "openai",
  "other-hello-name",
  "print-mode",
  "tool_cancel",
  "two-models",
] as const;

/** Flags that the kit's cases give. */
export const flags = [
  "--api-key",
  "--append-system-prompt",
  "--base-url",
  "--cwd",
  "--max-steps",
  "--model",
  "--no-ext",
  "--no-tools",
  "--no-yolo",
  "--provider",
  "--reasoning",
  "--system-prompt",
  "--tools",
  "-e",
] as const;

/** First words of the command lines that the kit's cases run. */
export const runs = [
  "-p",
  "ext",
  "ext disable",
  "ext enable",
  "ext install",
  "ext install --force",
  "ext list",
  "ext list --json",
  "ext logs",
  "ext logs -f",
  "ext remove",
  "ext remove --yes",
  "rpc",
] as const;

/** What a way of driving the host may be unable to do: actions, and what cases ask for with `user`. */
export const userWays = [
  "concurrent",
  "fence",
  "invoke",
  "long-lines",
  "press",
  "reload",
  "run",
  "see",
  "signal",
  "start",
  "stop",
  "terminal-text",
  "type",
] as const;

const folders = ["home", "cwd", "root"];
const everywhere = ["base_url", ...folders];

/** The placeholders of each field, by its path; `*` stands for every name. */
const placeholders: Readonly<Record<string, readonly string[]>> = {
  args: everywhere,
  "rpc.args": everywhere,
  "user.typing.args": everywhere,
  extension: ["dir", ...everywhere],
  "env.*": everywhere,
  "files.*": everywhere,
  "deadlines.*.args": ["ms", ...everywhere],
  "deadlines.*.env.*": ["ms", ...everywhere],
  "user.typing.prompt": ["text"],
  "user.typing.invoke": ["name", "args"],
  "user.typing.keys.*": ["key"],
  "user.typing.reload": [],
  "user.typing.quit": [],
  "user.typing.fence.type": [],
};

/** Reports placeholders that nothing is put in place of, and lacks that no case asks about. */
export function checkWords(tree: Tree, report: ReportProblem): void {
  for (const [path, known] of Object.entries(placeholders)) {
    for (const found of textsAt(tree, path.split("."))) checkPlaceholders(found, path, known, report);
  }
  for (const item of textsAt(tree, ["command"])) {
    if (item.value === "{node}") continue;
    checkPlaceholders(item, "command", ["node"], report);
  }
  const own = textsAt(tree, ["features"]).map(({ value }) => value);
  checkList(tree, ["lacks"], [...features, ...flags, ...runs, ...own], report);
  checkList(tree, ["user", "lacks"], userWays, report);
}

interface Text {
  readonly offset: number;
  readonly value: string;
}

/** The texts at a path: one, or those of a list. */
function textsAt(tree: Tree, path: readonly string[]): readonly Text[] {
  const [name, ...rest] = path;
  if (name === undefined) {
    if (typeof tree.value === "string") return [{ offset: tree.offset, value: tree.value }];
    return (tree.items ?? []).flatMap((item) => textsAt(item, []));
  }
  const fields = name === "*" ? [...(tree.fields?.values() ?? [])] : [tree.fields?.get(name)];
  return fields.flatMap((field) => (field === undefined ? [] : textsAt(field.tree, rest)));
}

function checkPlaceholders(
  { offset, value }: Text,
  path: string,
  known: readonly string[],
  report: ReportProblem,
): void {
  for (const [all, name = ""] of value.matchAll(/\{(\w+)\}/g)) {
    if (path === "command" && name === "node") {
      report(offset, "", "in command {node} has to be a word by itself");
      continue;
    }
    if (known.includes(name)) continue;
    const guess = didYouMean(name, known);
    // A file may have braces of its own.
    if (path === "files.*" && guess === undefined) continue;
    const there = known.length === 0 ? "there is none here" : `there are ${known.map(braced).join(", ")}`;
    report(offset, "", `${all} stands for nothing in ${path}; ${guess ?? there}`);
  }
}

function braced(name: string): string {
  return `{${name}}`;
}

function checkList(
  tree: Tree,
  path: readonly string[],
  known: readonly string[],
  report: ReportProblem,
): void {
  for (const { offset, value } of textsAt(tree, path)) {
    if (known.includes(value)) continue;
    const guess = didYouMean(value, known) ?? `there are ${known.join(", ")}`;
    const own = path.length === 1 ? " (a word of your own cases has to be among features too)" : "";
    report(offset, "", `no case asks about ${path.join(".")} ${JSON.stringify(value)}; ${guess}${own}`);
  }
}
