/** File operations on this machine. */
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import type { FileOperations } from "./operations.js";

/** The files of this machine. */
export const localFiles: FileOperations = {
  async facts(path) {
    const stats = await stat(path);
    return { kind: stats.isFile() ? "file" : stats.isDirectory() ? "directory" : "other", size: stats.size };
  },
  read: (path) => readFile(path),
  write: (path, content) => writeFile(path, content),
  async makeDirectory(path) {
    await mkdir(path, { recursive: true });
  },
};
