/** The temporary folder of one run. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize, sep } from "node:path";
import type { RunFolder } from "./contract.js";

/** The longest path of a Unix socket, on the system that allows least. */
const longestSocket = 100;
/** The longest path below which such a socket fits, with the folder of the run and its own name. */
const longestBase = 60;

/** Makes the folder. Its path is short, so that sockets in it have a legal name everywhere. */
export function makeRunFolder(): RunFolder {
  const root = mkdtempSync(join(baseFolder(), "xp-"));
  const home = join(root, "home");
  const cwd = join(root, "project");
  for (const folder of [home, cwd, join(root, "tmp"), join(root, "s")]) mkdirSync(folder);
  return {
    root,
    home,
    cwd,
    socket(name) {
      const path = join(root, "s", name);
      if (Buffer.byteLength(path) > longestSocket)
        throw new RangeError(`the socket path ${path} is too long`);
      return path;
    },
  };
}

/** The system's temporary folder, unless its path leaves sockets too little room. */
function baseFolder(): string {
  const own = realpathSync(tmpdir());
  return own.length <= longestBase || !existsSync("/tmp") ? own : realpathSync("/tmp");
}

/** Removes the folder, also where the target took rights away. */
export function removeRunFolder(folder: Pick<RunFolder, "root">): void {
  rmSync(folder.root, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
}

/** A path of a case (`cwd/x`, `home/y`) in the folder of the run; undefined where it leads out of it. */
export function pathIn(folder: RunFolder, path: string): string | undefined {
  const [first, ...rest] = normalize(path).split(sep);
  const base = first === "home" ? folder.home : first === "cwd" ? folder.cwd : undefined;
  if (base === undefined || rest.includes("..")) return undefined;
  return join(base, ...rest);
}

/** Puts the files of a case in their place. */
export function writeFiles(folder: RunFolder, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = pathIn(folder, name);
    if (path === undefined) throw new RangeError(`the file ${name} lies neither below cwd/ nor below home/`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
