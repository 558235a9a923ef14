/** Which files an extension has left outside its own folder. */
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";

/** Caches and the records of interpreters and package managers are nobody's state. */
const ignored: ReadonlySet<string> = new Set([
  ".cache",
  ".npm",
  "__pycache__",
  ".node_repl_history",
  ".python_history",
]);
/** What toolchains write into a home, whatever they are used for; paths below it. */
export const recordsOfToolchains: ReadonlySet<string> = new Set([
  ".bun",
  ".cargo",
  ".config/go/telemetry",
  ".deno",
  ".dotnet",
  ".nuget",
  "Library/Application Support/go/telemetry",
  "Library/Caches",
  "go/pkg",
]);
const most = 50;

/** Paths of the files below a folder, relative to it, sorted; none where there is no such folder. */
export async function filesBelow(
  folder: string,
  but: ReadonlySet<string> = new Set(),
): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (place: string): Promise<void> => {
    const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(place, entry.name);
      const below = relative(folder, path);
      if (ignored.has(entry.name) || but.has(below) || found.length >= most) continue;
      if (entry.isDirectory()) await visit(path);
      else found.push(below);
    }
  };
  await visit(folder);
  return found.sort();
}
