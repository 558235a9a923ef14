/** How an extension last failed, from its log: the commands start nothing, so the log is all there is to go by. */
import { closeSync, fstatSync, readSync } from "node:fs";
import { folderMark, hostMark } from "../../extensions/log-file.js";
import { openRegularFile } from "../../files/regular-file.js";

const tailBytes = 64 * 1024;

/**
 * The last error that the host noted of the extension in this folder, unless it has become ready since. Lines
 * without a folder are from earlier versions, and count for whoever has the name.
 */
export function lastError(log: string, dir: string): string | undefined {
  const lines = tail(log).split("\n").reverse();
  const noted = new RegExp(`^\\S+Z ${hostMark} (.*)$`);
  for (const line of lines) {
    const text = noted.exec(line)?.[1] ?? "";
    const fate = text.startsWith(folderMark(dir)) ? text.slice(folderMark(dir).length) : text;
    if (fate.startsWith("error: ")) return fate.slice("error: ".length);
    if (fate.startsWith("ready")) return undefined;
  }
  return undefined;
}

function tail(path: string): string {
  let file: number;
  try {
    file = openRegularFile(path, "r");
  } catch {
    return "";
  }
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, tailBytes));
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString("utf8", 0, read);
  } finally {
    closeSync(file);
  }
}
