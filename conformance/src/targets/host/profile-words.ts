/** Words of a profile that have a meaning: placeholders, and what a host can be said to lack. */
import { didYouMean, extprotoCapabilities, rpcCapabilities } from "@extproto/schemas";
import type { Tree } from "../../case/yaml-tree.js";
import type { ReportProblem } from "../profile-file.js";

/** Optional parts that the kit's cases ask for with `feature`, and what a host has that does not lack them. */
export const featureMeanings = {
  git: "extensions are installed from git repositories",
  linux: "what only Linux shows can be looked at",
  "missing-credential": "a start without a credential is refused",
  openai: "models of OpenAI can be chosen",
  "other-hello-name": "it accepts a hello whose name differs from the manifest's, which it may also refuse",
  "print-mode": "it answers one prompt and ends",
  tool_cancel: "it sends `tool_cancel`",
  "two-models": "the model can be changed to another one",
} as const;

/** Their names. */
export const features = Object.keys(featureMeanings);

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
  for (const [path, word] of [
    ["extension", "dir"],
    ["deadlines.*.args", "ms"],
    ["deadlines.*.env", "ms"],
  ] as const)
    checkUse(tree, path.split("."), word, report);
  checkSpelling(tree, ["capabilities"], Object.keys(extprotoCapabilities), report);
  checkSpelling(tree, ["rpc", "additions"], Object.keys(rpcCapabilities), report);
  checkSpelling(tree, ["models", "provider"], ["anthropic", "openai"], report);
  const own = textsAt(tree, ["features"]).map(({ value }) => value);
  checkList(tree, ["lacks"], [...features, ...flags, ...runs, ...own], report);
  checkList(tree, ["user", "lacks"], userWays, report);
}

interface Text {
  readonly offset: number;
  readonly value: string;
}

/** What stands at a path; `*` stands for every name. */
function treesAt(tree: Tree, path: readonly string[]): readonly Tree[] {
  const [name, ...rest] = path;
  if (name === undefined) return [tree];
  const fields = name === "*" ? [...(tree.fields?.values() ?? [])] : [tree.fields?.get(name)];
  return fields.flatMap((field) => (field === undefined ? [] : treesAt(field.tree, rest)));
}

/** The texts at a path: one, or those of a list. */
function textsAt(tree: Tree, path: readonly string[]): readonly Text[] {
  return treesAt(tree, path)
    .flatMap((found) => [found, ...(found.items ?? [])])
    .flatMap(({ offset, value }) => (typeof value === "string" ? [{ offset, value }] : []));
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

/** Reports a list or mapping of words of which none says what the kit has to put in. */
function checkUse(tree: Tree, path: readonly string[], word: string, report: ReportProblem): void {
  for (const place of treesAt(tree, path)) {
    const texts = [
      ...(place.items ?? []),
      ...[...(place.fields?.values() ?? [])].map(({ tree: each }) => each),
    ];
    if (texts.length === 0 || texts.some(({ value }) => String(value).includes(braced(word)))) continue;
    report(place.offset, "", `${path.join(".")} never says ${braced(word)}, so the kit cannot put it in`);
  }
}

/** Reports names that look like a known one; a host may well have names of its own. */
function checkSpelling(
  tree: Tree,
  path: readonly string[],
  known: readonly string[],
  report: ReportProblem,
): void {
  for (const { offset, value } of textsAt(tree, path)) {
    const guess = known.includes(value) ? undefined : didYouMean(value, known);
    if (guess !== undefined) report(offset, "", `${path.join(".")} has ${JSON.stringify(value)}; ${guess}`);
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
