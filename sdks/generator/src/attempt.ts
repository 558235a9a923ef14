/** Files and folders that a user names, and what can be wrong with them. */
import { existsSync, lstatSync, mkdirSync, readlinkSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { OutputError } from "./output-error.js";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "nothing can be made there",
  ENOTDIR: "a part of this path is a file, not a folder",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "no space is left",
  ENAMETOOLONG: "the name is too long for the file system",
};

/** Does something with a path; what the system refuses is told in words for whoever named the path. */
export function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new OutputError(`cannot write to ${path}: ${reasons[code] ?? message}`);
  }
}

/**
 * Makes a folder, and those above it that are missing. Node's own `recursive` tries for ever where a file system says
 * of a name below an existing folder that there is no such thing, as `/proc` does.
 */
export function makeFolder(path: string): void {
  attempt(path, () => {
    const missing: string[] = [];
    for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) {
      refuseDangling(folder);
      missing.unshift(folder);
    }
    for (const folder of missing) {
      try {
        mkdirSync(folder);
      } catch (error) {
        // Somebody else was faster.
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
    if (!statSync(path).isDirectory())
      throw new OutputError(`cannot write to ${path}: it is a file, not a folder`);
  });
}

/** A link to nothing seems not to be there, and cannot be made either. */
function refuseDangling(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() === true)
    throw new OutputError(`${path} is a link to ${readlinkSync(path)}, which is not there`);
}
