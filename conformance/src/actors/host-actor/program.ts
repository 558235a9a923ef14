/** The program that a manifest names. */
import { access } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { TargetRefused } from "../../run/contract.js";

/** As a host resolves `exec`: absolute as it stands, with a separator against the folder, else by PATH. */
export async function programOf(directory: string, exec: string): Promise<string> {
  if (isAbsolute(exec) || !exec.includes("/")) return exec;
  const path = join(directory, exec);
  try {
    await access(path);
  } catch (error) {
    throw new TargetRefused(
      `its program ${JSON.stringify(exec)} is not in the folder; the manifest's "exec" is resolved against the extension's folder, and a program found by PATH is written without a slash`,
      { cause: error },
    );
  }
  return path;
}

/** Why a program could not be started, in words for the author of the extension. */
export function startFault(exec: string, error: NodeJS.ErrnoException): string {
  const name = JSON.stringify(exec);
  switch (error.code) {
    case "EACCES":
      return `its program ${name} is not executable; run chmod +x on it`;
    case "ENOENT":
      return exec.includes("/")
        ? `its program ${name} cannot be started: the interpreter that its first line names is not there`
        : `its program ${name} is not in PATH; install it, or name a file in the folder: "./${exec}"`;
    default:
      return `its program ${name} cannot be started: ${error.message}`;
  }
}
