/** Writes a first extension in a language: manifest, program, test, README. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { attempt, makeFolder } from "./attempt.js";
import { snake } from "./names.js";
import { OutputError } from "./output-error.js";

/** The languages that an extension can be begun in. */
export const scaffoldLanguages = ["typescript", "python", "go", "rust"] as const;

/** One of {@link scaffoldLanguages}. */
export type ScaffoldLanguage = (typeof scaffoldLanguages)[number];

/** What is to be written, and where. */
export interface ScaffoldOptions {
  readonly name: string;
  readonly language: ScaffoldLanguage;
  /** Without the SDK: the frames by hand. */
  readonly raw?: boolean;
  /** The folder; it must not exist, or be empty. */
  readonly folder: string;
}

/** What came of it. */
export interface Scaffolded {
  /** The files, relative to the folder. */
  readonly files: readonly string[];
  /** The commands that were run, in order. */
  readonly commands: readonly string[];
}

/** What a template says beside its files. */
interface Recipe {
  /** Links that are made in a checkout: path in the folder -> path in the checkout. */
  readonly links?: Readonly<Record<string, string>>;
  /** Commands that fetch what the program needs; not run in a checkout. */
  readonly install?: readonly (readonly string[])[];
  /** Commands that build the program. */
  readonly build?: readonly (readonly string[])[];
}

const templates = fileURLToPath(new URL("../scaffold", import.meta.url));
const sdks = fileURLToPath(new URL("../..", import.meta.url));
const checkout = existsSync(join(sdks, "typescript", "src")) ? dirname(sdks.replace(/\/$/, "")) : undefined;
const recipeName = "scaffold.json";
/** Packages and files are called like the extension, and have a longest name too. */
const longestName = 100;

/**
 * Writes the extension and builds it. Run from a checkout it depends on the checkout's SDK by its path; otherwise
 * on the published version.
 */
export function scaffold({ name, language, raw = false, folder }: ScaffoldOptions): Scaffolded {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name) || name.length > longestName)
    throw new OutputError(
      `${JSON.stringify(name)} cannot be the name of an extension: letters, digits, dots, dashes and underscores, with a letter or digit first, at most ${longestName} of them`,
    );
  const target = resolve(folder);
  makeFolder(target);
  if (attempt(target, () => readdirSync(target)).length > 0)
    throw new OutputError(`${folder} is there already, with something in it; choose another name or --out`);
  const template = join(templates, raw ? `${language}-raw` : language);
  const recipe = JSON.parse(readFileSync(join(template, recipeName), "utf8")) as Recipe;
  const values = valuesOf(name, language);
  const files = templateFiles(template).map((file) => {
    const path = fill(writtenName(file), values);
    const text = fill(readFileSync(join(template, file), "utf8"), values);
    writeText(join(target, path), text, statSync(join(template, file)).mode & 0o777);
    return path;
  });
  if (checkout !== undefined) linkAll(target, recipe.links ?? {}, checkout);
  const commands = [...(checkout === undefined ? (recipe.install ?? []) : []), ...(recipe.build ?? [])].map(
    (command) => command.map((word) => fill(word, values)),
  );
  for (const command of commands) run(command, target);
  if (commands.length > 0) requireProgram(target);
  return { files, commands: commands.map((command) => command.join(" ")) };
}

function valuesOf(name: string, language: ScaffoldLanguage): Readonly<Record<string, string>> {
  const own = JSON.parse(readFileSync(join(templates, "..", "package.json"), "utf8")) as { version: string };
  return {
    name,
    // Never a word that a language or its tools keep for themselves (`fn`, `std`, `test`), nor the name of a package
    // that the extension needs, nor one that begins with a digit.
    module: `ext_${snake(name)}`,
    version: own.version,
    sdk: checkout === undefined ? own.version : join(checkout, "sdks", language),
  };
}

/** `{{name}}` is replaced; what stands between `{{#checkout}}` or `{{^checkout}}` and `{{/checkout}}` may be left out. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text
    .replaceAll(
      /\{\{([#^])checkout\}\}\n?([\s\S]*?)\{\{\/checkout\}\}\n?/g,
      (_, kind: string, inner: string) => ((kind === "#") === (checkout !== undefined) ? inner : ""),
    )
    .replaceAll(/\{\{(\w+)\}\}/g, (whole, key: string) => values[key] ?? whole);
}

function templateFiles(template: string): readonly string[] {
  return readdirSync(template, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== recipeName)
    .map((entry) => relative(template, join(entry.parentPath, entry.name)))
    .sort();
}

/** npm leaves a `.gitignore` out of packages, and obeys it; templates keep theirs without the dot. */
function writtenName(file: string): string {
  return basename(file) === "gitignore" ? join(dirname(file), ".gitignore") : file;
}

function writeText(path: string, text: string, mode: number): void {
  makeFolder(dirname(path));
  attempt(path, () => {
    writeFileSync(path, text);
    chmodSync(path, mode);
  });
}

function linkAll(target: string, links: Readonly<Record<string, string>>, from: string): void {
  for (const [path, aim] of Object.entries(links)) {
    makeFolder(dirname(join(target, path)));
    attempt(join(target, path), () => symlinkSync(join(from, aim), join(target, path)));
  }
}

/** A setting of the builder's own, a variable of the environment for one, may have sent the program elsewhere. */
function requireProgram(target: string): void {
  const { exec } = JSON.parse(readFileSync(join(target, "extension.json"), "utf8")) as { exec: string };
  if (!exec.startsWith("./") || existsSync(join(target, exec))) return;
  throw new OutputError(
    `the extension is built, but its program is not at ${join(target, exec)}, where extension.json says: look for a setting that sends it elsewhere, such as CARGO_BUILD_TARGET`,
  );
}

function run([program = "", ...args]: readonly string[], cwd: string): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status === 0) return;
  const again = `\`${[program, ...args].join(" ")}\` in ${cwd}`;
  if ((error as NodeJS.ErrnoException | undefined)?.code === "ENOENT")
    throw new OutputError(
      `the files are written, but ${program} is not installed, or not on the PATH: install it and run ${again}`,
    );
  const why = error === undefined ? `${stdout}${stderr}`.trim() : error.message;
  throw new OutputError(
    `the files are written, but a command failed: ${again}:\n${why}\nMend what it says and run it again.`,
  );
}
