/** Copies an extension's folder, so that a check never changes the original. */
import { constants, copyFileSync } from "node:fs";
import { lstat, mkdir, readdir, readlink, realpath, symlink } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** Folders with what an extension depends on: large, and read only. A run gets a link to them. */
const dependencyFolders: ReadonlySet<string> = new Set(["node_modules", ".venv", "venv", "target", "vendor"]);
/** How many folders of a run lie above the copy. */
const depthOfRuns = 3;
const leftOut: ReadonlySet<string> = new Set([".git"]);

/** What to copy. */
export interface CopyOptions {
  readonly from: string;
  readonly to: string;
  /** Links the folders of dependencies at the top in place of copying them. */
  readonly linkDependencies?: boolean;
}

/**
 * Copies a folder with its modes. Links within it stay links within the copy; others point where they did.
 *
 * A file is written without giving way to anything else: a process that another run starts in the meantime would
 * inherit the open file for a moment, and a program that is open for writing cannot be started (ETXTBSY).
 */
export async function copyFolder({ from, to, linkDependencies = false }: CopyOptions): Promise<void> {
  const root = await realpath(from);
  const copy = async (source: string, target: string, top: boolean): Promise<void> => {
    await mkdir(target, { recursive: true });
    for (const entry of await readdir(source, { withFileTypes: true })) {
      if (leftOut.has(entry.name)) continue;
      const inner = join(source, entry.name);
      const copied = join(target, entry.name);
      if (entry.isSymbolicLink()) await copyLink(inner, copied);
      else if (entry.isDirectory()) {
        if (top && linkDependencies && dependencyFolders.has(entry.name)) await symlink(inner, copied);
        else await copy(inner, copied, false);
      } else if (entry.isFile()) copyFileSync(inner, copied, constants.COPYFILE_FICLONE);
      // Sockets, pipes and devices of a running instance are nothing to copy.
    }
  };
  const copyLink = async (source: string, target: string): Promise<void> => {
    const aim = await readlink(source);
    const absolute = isAbsolute(aim) ? aim : resolve(dirname(source), aim);
    const place = relative(root, absolute);
    const inside = !isAbsolute(aim) && place !== ".." && !place.startsWith(`..${sep}`);
    await symlink(inside ? aim : absolute, target);
  };
  await copy(root, to, true);
}

/** Node's packages that lie around a folder and not in it, as in a workspace: nearest first. */
export async function packagesAround(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (let at = dirname(await realpath(folder)); at !== dirname(at); at = dirname(at)) {
    const packages = join(at, "node_modules");
    if (await exists(packages)) found.push(packages);
  }
  return found;
}

/** Links such packages around a copy, so that a program in it finds them as it did around the original. */
export async function linkPackages(packages: readonly string[], copy: string): Promise<void> {
  let at = copy;
  for (const folder of packages.slice(0, depthOfRuns)) {
    at = dirname(at);
    await symlink(folder, join(at, "node_modules"));
  }
}

/** True where the path exists, whatever it is. */
export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
