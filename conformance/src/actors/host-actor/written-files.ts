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
const most = 50;

/** Paths of the files below a folder, relative to it, sorted; none where there is no such folder. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (place: string): Promise<void> => {
    const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (ignored.has(entry.name) || found.length >= most) continue;
      if (entry.isDirectory()) await visit(join(place, entry.name));
      else found.push(relative(folder, join(place, entry.name)));
    }
  };
  await visit(folder);
  return found.sort();
}
