/** Writes a first extension in a language: manifest, program, test, README. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
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

/**
 * Writes the extension and builds it. Run from a checkout it depends on the checkout's SDK by its path; otherwise
 * on the published version.
 */
export function scaffold({ name, language, raw = false, folder }: ScaffoldOptions): Scaffolded {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name))
    throw new OutputError(
      `${JSON.stringify(name)} cannot be the name of an extension: letters, digits, dots, dashes and underscores, with a letter or digit first`,
    );
  const target = resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new OutputError(`${folder} is there already, with something in it; choose another name or --out`);
  const template = join(templates, raw ? `${language}-raw` : language);
  const recipe = JSON.parse(readFileSync(join(template, recipeName), "utf8")) as Recipe;
  const values = valuesOf(name, language);
  const files = templateFiles(template).map((file) => {
    const path = fill(writtenName(file), values);
    writeText(join(target, path), fill(readFileSync(join(template, file), "utf8"), values));
    chmodSync(join(target, path), statSync(join(template, file)).mode & 0o777);
    return path;
  });
  if (checkout !== undefined) linkAll(target, recipe.links ?? {}, checkout);
  const commands = [...(checkout === undefined ? (recipe.install ?? []) : []), ...(recipe.build ?? [])].map(
    (command) => command.map((word) => fill(word, values)),
  );
  for (const command of commands) run(command, target);
  return { files, commands: commands.map((command) => command.join(" ")) };
}

function valuesOf(name: string, language: ScaffoldLanguage): Readonly<Record<string, string>> {
  const own = JSON.parse(readFileSync(join(templates, "..", "package.json"), "utf8")) as { version: string };
  return {
    name,
    snake: snake(name.replaceAll(/[^A-Za-z0-9]+/g, "_")),
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

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function linkAll(target: string, links: Readonly<Record<string, string>>, from: string): void {
  for (const [path, aim] of Object.entries(links)) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    symlinkSync(join(from, aim), join(target, path));
  }
}

function run([program = "", ...args]: readonly string[], cwd: string): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status === 0) return;
  const why = error === undefined ? `${stdout}${stderr}`.trim() : error.message;
  throw new OutputError(
    `the files are written, but \`${[program, ...args].join(" ")}\` failed in ${cwd}:\n${why}\nMend what it says and run it again.`,
  );
}
