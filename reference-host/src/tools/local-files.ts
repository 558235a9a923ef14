/** File operations on this machine. */
import { mkdir, stat } from "node:fs/promises";
import { readRegularFileLater, writeRegularFileLater } from "../files/regular-file.js";
import type { FileOperations } from "./operations.js";

/** The files of this machine. */
export const localFiles: FileOperations = {
  async facts(path) {
    const stats = await stat(path);
    return { kind: stats.isFile() ? "file" : stats.isDirectory() ? "directory" : "other", size: stats.size };
  },
  read: readRegularFileLater,
  write: writeRegularFileLater,
  async makeDirectory(path) {
    await mkdir(path, { recursive: true });
  },
};
