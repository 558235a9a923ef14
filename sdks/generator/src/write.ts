/** Puts generated files into a folder, or says how the folder differs. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { attempt, makeFolder } from "./attempt.js";
import { OutputError } from "./output-error.js";
import { type GeneratedFile, noticeMark } from "./printer.js";

/** How a file in the folder differs from what would be generated. */
export interface Difference {
  /** Below the folder, with `/` between the parts. */
  readonly path: string;
  /** `stale`: an earlier run made it, this one would not. */
  readonly kind: "missing" | "changed" | "stale";
}

/** Compares a folder with what would be generated; changes nothing. */
export function compareFiles(folder: string, files: readonly GeneratedFile[]): Difference[] {
  const found: Difference[] = [];
  for (const { path, text } of files) {
    const held = read(join(folder, path));
    if (held === undefined) found.push({ path, kind: "missing" });
    else if (held !== text) found.push({ path, kind: "changed" });
  }
  for (const path of staleFiles(folder, files)) found.push({ path, kind: "stale" });
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Writes the files that differ, removes stale ones, and says which these were. Files that are right already
 * are not touched; a file that was not generated is never overwritten.
 */
export function writeFiles(folder: string, files: readonly GeneratedFile[]): Difference[] {
  const differences = compareFiles(folder, files);
  for (const { path, kind } of differences) {
    if (kind === "changed" && !isGenerated(read(join(folder, path)) ?? "")) {
      throw new OutputError(
        `${join(folder, path)} is in the way: it was not generated. Move it, or choose another folder with --out.`,
      );
    }
  }
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  for (const { path } of differences) {
    const target = join(folder, path);
    const text = texts.get(path);
    attempt(target, () => {
      if (text === undefined) rmSync(target);
      else {
        makeFolder(dirname(target));
        writeFileSync(target, text);
      }
    });
  }
  return differences;
}

/**
 * Generated files that would not be made again. Only folders that hold generated files are looked at, and
 * only files with the same ending, so that two languages can share a folder.
 */
function staleFiles(folder: string, files: readonly GeneratedFile[]): string[] {
  const expected = new Set(files.map(({ path }) => path));
  const places = new Set(files.map(({ path }) => dirname(path)));
  const endings = new Set(files.map(({ path }) => extname(path)));
  const stale: string[] = [];
  for (const place of places) {
    for (const name of namesIn(join(folder, place))) {
      const path = place === "." ? name : `${place}/${name}`;
      if (expected.has(path) || !endings.has(extname(name))) continue;
      if (isGenerated(read(join(folder, path)) ?? "")) stale.push(path);
    }
  }
  return stale;
}

function namesIn(folder: string): string[] {
  return attempt(folder, () => {
    try {
      return readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  });
}

function isGenerated(text: string): boolean {
  return text.slice(0, 400).includes(noticeMark);
}

function read(path: string): string | undefined {
  return attempt(path, () => {
    try {
      return readFileSync(path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  });
}
