/** The built reference host, once more in another folder, with some of its modules replaced. */
import { copyFileSync, linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The sound host. */
export const soundHost = at("../../../reference-host");
const plainPackages = at("../../../node_modules");

/** What it needs to run: neither sources nor tests, neither types nor maps. */
const parts = ["bin", "dist"];
const files = ["package.json", "models.json"];
const needless = /\.(map|d\.ts|tsbuildinfo)$/;

/**
 * Lays the host out in a folder and gives the path of its program. `replaced` has the new texts of built modules, by
 * their paths below `dist`; `packages` is the folder `node_modules` that it imports from. All other files are links to the sound host's: to copy them would take longer than the
 * host needs to start.
 */
export function copyHost(
  folder: string,
  replaced: ReadonlyMap<string, string>,
  packages: string = plainPackages,
): string {
  const copy = join(folder, "reference-host");
  const made = new Set<string>();
  for (const file of neededFiles()) {
    const path = join(copy, file);
    if (!made.has(dirname(path))) mkdirSync(dirname(path), { recursive: true });
    made.add(dirname(path));
    const text = replaced.get(relative("dist", file));
    // Never written to once it is linked: that would change the sound host.
    if (text === undefined) linkOrCopy(join(soundHost, file), path);
    else writeFileSync(path, text);
  }
  symlinkSync(packages, join(folder, "node_modules"));
  return join(copy, "bin", "extproto-host.mjs");
}

function neededFiles(): readonly string[] {
  const inside = parts.flatMap((part) =>
    readdirSync(join(soundHost, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !needless.test(entry.name))
      .map((entry) => relative(soundHost, join(entry.parentPath, entry.name))),
  );
  return [...files, ...inside];
}

/** A link needs a folder on the same file system, and one that has links at all. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
