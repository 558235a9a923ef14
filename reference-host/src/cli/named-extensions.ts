/** The folders that the user named with `--ext`: where one holds no extension at all, nothing is run. */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { manifestFile } from "../extensions/manifest.js";
import { UsageError } from "./failures.js";

/**
 * A misspelt `--ext` is a wrong command line: the host would run without the guard that the user asked for. An
 * extension that is there and broken is another matter: it is reported, and the others are served.
 */
export function requireExtensions(paths: readonly string[]): void {
  for (const path of paths) {
    const why = whyNoExtension(resolve(path));
    if (why !== undefined) throw new UsageError(`--ext ${path}: ${why}`);
  }
}

function whyNoExtension(dir: string): string | undefined {
  const folder = look(dir);
  if (folder === undefined) return `there is no folder ${dir}; check the path`;
  if (folder === "unreadable") return undefined;
  if (!folder.isDirectory())
    return `${dir} is not a folder; name the folder that holds the ${manifestFile} of the extension`;
  const manifest = join(dir, manifestFile);
  if (look(manifest) === undefined)
    return `there is no ${manifest}; name the folder that holds the ${manifestFile} of the extension`;
  return undefined;
}

/** What cannot be looked at is left to the one who reads it, and says why. */
function look(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return "unreadable";
  }
}
