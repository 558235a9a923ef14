/** Paths that the model gives, and what goes wrong with them. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** The absolute path, relative ones taken from the working directory; `~` is the user's home, as in a shell. */
export function absolutePath(path: string, cwd: string): string {
  if (path === "~") return homedir();
  if (path.startsWith("~/")) return join(homedir(), path.slice(2));
  return resolve(cwd, path);
}

/** The reason why a file operation failed, in words that help the model to its next step. */
export function fileProblem(path: string, error: unknown): Error {
  const code = (error as { code?: unknown }).code;
  const known = typeof code === "string" ? reasons[code] : undefined;
  const reason = known ?? (error instanceof Error ? error.message : String(error));
  return new Error(`${path}: ${reason}`, { cause: error });
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "no such file or directory",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EISDIR: "is a directory, not a file",
  ENOTDIR: "a part of the path is a file, not a directory",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "too many symbolic links",
  ENOSPC: "no space left on the device",
  EROFS: "the file system is read-only",
};
