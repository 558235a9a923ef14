/**
 * `ext install`: brings an extension into the user's extensions, whole or not at all.
 *
 * Everything happens in a folder beside the extensions, which no host searches. Only when the files are
 * complete and good they are moved into place, in one step.
 */
import { accessSync, constants, existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { basename, isAbsolute, join, resolve } from "node:path";
import type { ExtensionManifest } from "@extproto/schemas";
import { execa } from "execa";
import { extensionFolders } from "../../extensions/discovery.js";
import { globalExtensions, zotHome } from "../../extensions/home.js";
import { readManifest } from "../../extensions/manifest.js";
import { ExtFailure } from "./failure.js";
import { findUnsafeEntry, isInside } from "./inspect-tree.js";
import type { ExtIo } from "./io.js";
import { plainLine } from "./plain-text.js";
import { parseSource, type Source } from "./source.js";
import { newStaging } from "./staging.js";

/** Installs an extension from a directory or a repository. */
export async function installExtension(
  options: { readonly source: string; readonly force: boolean },
  io: ExtIo,
): Promise<void> {
  const source = parseSource(options.source, io.cwd);
  const home = zotHome({ env: io.env });
  const target = join(globalExtensions(home), source.folder);
  if (existsSync(target) && !options.force) {
    throw new ExtFailure("EXT_CLI_EXISTS", `${target} exists; give --force to replace it`);
  }
  await mkdir(home, { recursive: true });
  const { staging, fresh, old } = await newStaging(home);
  let placed = false;
  try {
    if (source.kind === "directory") await copy(source, fresh, home);
    else await clone(source, fresh, io);
    const manifest = validate(fresh);
    const { name } = manifest;
    const others = othersOfName(name, { target, home });
    if (others[0] !== undefined && !options.force) {
      const where = `an extension named ${plainLine(name)} is installed in ${others[0]}`;
      throw new ExtFailure("EXT_CLI_EXISTS", `${where}; give --force to replace it`);
    }
    io.signal?.throwIfAborted();
    await mkdir(globalExtensions(home), { recursive: true });
    await putInPlace({ fresh, target, old, replaced: [...(existsSync(target) ? [target] : []), ...others] });
    placed = true;
    const instead = others.length === 0 ? "" : `, in place of ${others.join(", ")}`;
    io.stdout.write(`Installed ${plainLine(name)} in ${target}${instead}.\n`);
    warnOfUnstartable(target, manifest, io);
    for (const way of waysOut(fresh, manifest)) {
      io.stderr.write(
        `ext: warning: ${plainLine(way)} leads out of the extension's folder, and was not copied\n`,
      );
    }
  } finally {
    // What could not be put back stays where the next command finds it.
    if (placed || readdirSync(old).length === 0) await rm(staging, { recursive: true, force: true });
  }
}

async function copy(
  source: Extract<Source, { kind: "directory" }>,
  fresh: string,
  home: string,
): Promise<void> {
  if (statSync(source.path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new ExtFailure("EXT_CLI_BAD_SOURCE", `${source.path} is not a directory`);
  }
  const path = realpathSync(source.path);
  if (isInside(path, realpathSync(home))) {
    throw new ExtFailure(
      "EXT_CLI_BAD_SOURCE",
      `${source.path} contains ${home}, where extensions are installed`,
    );
  }
  // Before the copy, which would hang on a pipe and follow nothing.
  validate(path);
  await cp(path, fresh, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}

async function clone(
  source: Extract<Source, { kind: "repository" }>,
  fresh: string,
  io: ExtIo,
): Promise<void> {
  const result = await execa("git", ["clone", "--quiet", "--depth", "1", "--", source.url, fresh], {
    env: { ...io.env, GIT_TERMINAL_PROMPT: io.env.GIT_TERMINAL_PROMPT ?? "0" },
    extendEnv: false,
    cwd: io.cwd,
    stdin: "ignore",
    reject: false,
    ...(io.signal === undefined ? {} : { cancelSignal: io.signal }),
  });
  if (result.failed) {
    const why = reasonOf(result.stderr) || result.originalMessage || "git failed";
    throw new ExtFailure("EXT_CLI_CLONE_FAILED", `${source.url} could not be cloned: ${why}`, result);
  }
}

/** What git gives as its reason, on one line: all up to `fatal:`, without the advice that it wraps over the rest. */
function reasonOf(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const fatal = lines.findLastIndex((line) => line.startsWith("fatal:"));
  return plainLine((fatal < 0 ? lines : lines.slice(0, fatal + 1)).join(" "));
}

/** Of two extensions with one name only one runs, and the user could not tell which. */
function othersOfName(name: string, { target, home }: { target: string; home: string }): string[] {
  return extensionFolders(globalExtensions(home)).filter((dir) => {
    if (dir === resolve(target)) return false;
    const reading = readManifest(dir);
    return reading.ok && reading.manifest.name === name;
  });
}

function validate(dir: string): ExtensionManifest {
  const reading = readManifest(dir);
  if (!reading.ok) throw new ExtFailure("EXT_CLI_BAD_MANIFEST", reading.message);
  const { exec } = reading.manifest;
  const isPath = isOwnFile(exec);
  if (isPath && !isInside(dir, resolve(dir, exec))) {
    throw new ExtFailure(
      "EXT_CLI_BAD_MANIFEST",
      `exec ${JSON.stringify(exec)} leads out of the extension's folder`,
    );
  }
  const unsafe = findUnsafeEntry(dir);
  if (unsafe !== undefined) throw new ExtFailure("EXT_CLI_BAD_SOURCE", unsafe);
  if (isPath && !existsSync(resolve(dir, exec))) {
    throw new ExtFailure(
      "EXT_CLI_BAD_MANIFEST",
      `exec ${JSON.stringify(exec)} is not in the extension's folder; build it first`,
    );
  }
  return reading.manifest;
}

/** A copy keeps the modes of its files, so that a program which could not be started still cannot. */
function warnOfUnstartable(target: string, { exec }: ExtensionManifest, io: ExtIo): void {
  const program = resolve(target, exec);
  if (!isOwnFile(exec) || isExecutable(program)) return;
  const shown = plainLine(`exec ${JSON.stringify(exec)} is not an executable file`);
  io.stderr.write(`ext: warning: ${shown}, so it cannot be started; run: chmod +x ${plainLine(program)}\n`);
}

/** True for a path relative to the extension's folder; a bare word is looked up in PATH. */
function isOwnFile(exec: string): boolean {
  return /[/\\]/.test(exec) && !isAbsolute(exec);
}

function isExecutable(path: string): boolean {
  try {
    if (process.platform !== "win32") accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * What the manifest names of files elsewhere. A program by its absolute path is legal, and an argument may mean
 * anything, so this is for the user to judge; a relative `exec` that leads out has been refused before.
 */
function waysOut(dir: string, { exec, args = [] }: ExtensionManifest): string[] {
  const outside = (path: string) => isAbsolute(path) || !isInside(dir, resolve(dir, path));
  return [
    ...(isAbsolute(exec) ? [`exec ${JSON.stringify(exec)}`] : []),
    ...args.flatMap((arg, index) => {
      // The path of --config=../shared.json is behind the sign.
      const path = arg.startsWith("-") ? arg.slice(arg.indexOf("=") + 1) : arg;
      const isPath = /^(?:\.\.(?:[/\\]|$)|[/\\])|[/\\]\.\.(?:[/\\]|$)/.test(path);
      return isPath && outside(path) ? [`args[${index}] ${JSON.stringify(arg)}`] : [];
    }),
  ];
}

/** Moves what is replaced into `old` and the new files to their place, or leaves everything where it was. */
async function putInPlace(moves: {
  readonly fresh: string;
  readonly target: string;
  readonly old: string;
  readonly replaced: readonly string[];
}): Promise<void> {
  const { fresh, target, old, replaced } = moves;
  const aside: { readonly from: string; readonly to: string }[] = [];
  try {
    for (const from of replaced) {
      const to = join(old, basename(from));
      await rename(from, to);
      aside.push({ from, to });
    }
    await rename(fresh, target);
  } catch (error) {
    for (const { from, to } of aside) await rename(to, from).catch(() => {});
    throw error;
  }
}
