/** Finds extensions and puts them in load order: explicit, project, global. */
import { readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Candidate, Scope } from "./contract.js";
import { globalExtensions, projectExtensions } from "./home.js";
import { readManifest } from "./manifest.js";

/** Something that was found, in load order. */
export type Found =
  | { readonly kind: "candidate"; readonly candidate: Candidate }
  | { readonly kind: "disabled"; readonly candidate: Candidate }
  /** An earlier one has the same name. */
  | { readonly kind: "hidden"; readonly candidate: Candidate; readonly by: Candidate }
  | {
      readonly kind: "broken";
      readonly name: string;
      readonly dir: string;
      readonly scope: Scope;
      readonly message: string;
    };

/** Where to look. */
export interface DiscoveryOptions {
  readonly home: string;
  readonly cwd: string;
  readonly explicit: readonly string[];
  /** False leaves project and global aside. */
  readonly discover: boolean;
}

/** Finds all extensions. Nothing here fails: what cannot be read is reported as broken. */
export function discover(options: DiscoveryOptions): Found[] {
  const places: { dir: string; scope: Scope }[] = options.explicit.map((path) => ({
    dir: resolve(options.cwd, path),
    scope: "explicit",
  }));
  if (options.discover) {
    for (const dir of extensionFolders(projectExtensions(options.cwd)))
      places.push({ dir, scope: "project" });
    for (const dir of extensionFolders(globalExtensions(options.home))) places.push({ dir, scope: "global" });
  }
  const byName = new Map<string, Candidate>();
  return places.map((place) => judge(place, byName));
}

function judge(place: { dir: string; scope: Scope }, byName: Map<string, Candidate>): Found {
  const { dir, scope } = place;
  const reading = readManifest(dir);
  if (!reading.ok) return { kind: "broken", name: basename(dir), dir, scope, message: reading.message };
  const { manifest } = reading;
  const candidate: Candidate = { name: manifest.name, dir, scope, manifest };
  const by = byName.get(candidate.name);
  if (by !== undefined) return { kind: "hidden", candidate, by };
  // A disabled copy hides later ones too: switching an extension off in one project is meant.
  byName.set(candidate.name, candidate);
  return manifest.enabled === false ? { kind: "disabled", candidate } : { kind: "candidate", candidate };
}

/** The directories in a folder, links to directories included, by the bytes of their names. */
export function extensionFolders(folder: string): string[] {
  let names: Buffer[];
  try {
    names = readdirSync(folder, { encoding: "buffer" });
  } catch {
    return [];
  }
  return names
    .sort(Buffer.compare)
    .map((name) => join(resolve(folder), name.toString("utf8")))
    .filter(mayHoldAnExtension);
}

/** What cannot be looked at, such as a link that leads to itself, is kept: reading its manifest says why. */
function mayHoldAnExtension(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return true;
  }
}
