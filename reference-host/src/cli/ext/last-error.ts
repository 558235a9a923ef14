/** How an extension last failed, from its log: the commands start nothing, so the log is all there is to go by. */
import { closeSync, fstatSync, readSync } from "node:fs";
import { hostMark } from "../../extensions/log-file.js";
import { openRegularFile } from "../../files/regular-file.js";

const tailBytes = 64 * 1024;

/** The last error that the host noted, unless the extension has become ready since. */
export function lastError(log: string): string | undefined {
  const lines = tail(log).split("\n").reverse();
  const mark = new RegExp(`^\\S+Z ${hostMark} (error: )?(.*)$`);
  for (const line of lines) {
    const [, error, text = ""] = mark.exec(line) ?? [];
    if (error !== undefined) return text;
    if (text.startsWith("ready")) return undefined;
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
