/** Copies an extension's folder, so that a check never changes the original. */
import { constants } from "node:fs";
import { copyFile, lstat, mkdir, readdir, readlink, realpath, symlink } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** Folders with what an extension depends on: large, and read only. A run gets a link to them. */
const dependencyFolders: ReadonlySet<string> = new Set(["node_modules", ".venv", "venv", "target", "vendor"]);
const leftOut: ReadonlySet<string> = new Set([".git"]);

/** What to copy. */
export interface CopyOptions {
  readonly from: string;
  readonly to: string;
  /** Links the folders of dependencies at the top in place of copying them. */
  readonly linkDependencies?: boolean;
}

/** Copies a folder with its modes. Links within it stay links within the copy; others point where they did. */
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
      } else if (entry.isFile()) await copyFile(inner, copied, constants.COPYFILE_FICLONE);
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

/** True where the path exists, whatever it is. */
export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
