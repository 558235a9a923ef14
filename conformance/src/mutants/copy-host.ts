/** The built reference host, once more in another folder, with some of its modules replaced. */
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The sound host. */
export const soundHost = at("../../../reference-host");

/** What it needs to run: neither sources nor tests, neither types nor maps. */
const parts = ["bin", "dist"];
const files = ["package.json", "models.json"];
const needless = /\.(map|d\.ts|tsbuildinfo)$/;

/**
 * Where each package that a host imports is found: beside it in a checkout, above it where it was installed, below it
 * where another version is in the way. An error says which one is missing.
 */
export function packagesOf(host: string): ReadonlyMap<string, string> {
  const file = join(host, "package.json");
  const { dependencies } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const { paths } = createRequire(file).resolve;
  const found = Object.keys(dependencies).map((name) => {
    const folder = paths(name)?.find((each) => existsSync(join(each, name)));
    if (folder === undefined) throw new Error(`${file} needs the package ${name}; install it`);
    return [name, join(folder, name)] as const;
  });
  return new Map(found);
}

/**
 * Lays the host out in a folder and gives the path of its program. `replaced` has the new texts of built modules, by
 * their paths below `dist`; `packages` is a folder `node_modules` for it to import from, unless it is to import what
 * the sound host does. All other files are links to the sound host's: to copy them would take longer than the host needs to
 * start.
 */
export function copyHost(folder: string, replaced: ReadonlyMap<string, string>, packages?: string): string {
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
  if (packages !== undefined) symlinkSync(packages, join(folder, "node_modules"));
  else
    for (const [name, path] of packagesOf(soundHost)) linkPackage(path, join(folder, "node_modules", name));
  return join(copy, "bin", "extproto-host.mjs");
}

function linkPackage(path: string, link: string): void {
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(path, link);
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
