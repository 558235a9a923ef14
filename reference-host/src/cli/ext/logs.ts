/** `ext logs`: the log file of an extension, and with `-f` what is added to it. */
import { closeSync, fstatSync, readSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { logPath, zotHome } from "../../extensions/home.js";
import { NotRegularFile, openRegularFile } from "../../files/regular-file.js";
import { ExtFailure } from "./failure.js";
import { checkName, findInstalled } from "./installed.js";
import type { ExtIo } from "./io.js";

const pollMs = 100;
const chunkBytes = 64 * 1024;

/** Prints the log. */
export async function printLog(
  options: { readonly name: string; readonly follow: boolean },
  io: ExtIo,
): Promise<void> {
  const path = logPath(zotHome({ env: io.env }), logName(options.name, io));
  let opened = open(path);
  if (opened === undefined && !options.follow) {
    throw new ExtFailure(
      "EXT_CLI_NO_LOG",
      `there is no log at ${path}: the extension has not been started yet`,
    );
  }
  try {
    for (;;) {
      opened ??= open(path);
      if (opened !== undefined) {
        await drain(opened, io);
        if (!options.follow) return;
        // The host puts a full log aside and begins a new one; a shorter file was cut.
        if (wasReplaced(opened, path)) {
          await drain(opened, io);
          closeSync(opened.file);
          opened = undefined;
          continue;
        }
      }
      if (io.signal?.aborted || io.stdout.destroyed) return;
      await delay(pollMs, undefined, io.signal === undefined ? {} : { signal: io.signal }).catch(() => {});
    }
  } finally {
    if (opened !== undefined) closeSync(opened.file);
  }
}

interface OpenLog {
  readonly file: number;
  readonly inode: number;
  offset: number;
}

/** Extensions that were run with --ext, or removed since, have logs too. */
function logName(name: string, io: ExtIo): string {
  checkName(name);
  try {
    return findInstalled(name, io).name;
  } catch (error) {
    if (statSync(logPath(zotHome({ env: io.env }), name), { throwIfNoEntry: false }) !== undefined)
      return name;
    throw error;
  }
}

function open(path: string): OpenLog | undefined {
  try {
    const file = openRegularFile(path, "r");
    return { file, inode: fstatSync(file).ino, offset: 0 };
  } catch (error) {
    if (error instanceof NotRegularFile) throw new ExtFailure("EXT_CLI_NO_LOG", `${path}: ${error.message}`);
    return undefined;
  }
}

async function drain(log: OpenLog, io: ExtIo): Promise<void> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (;;) {
    const read = readSync(log.file, chunk, 0, chunk.length, log.offset);
    if (read === 0) return;
    log.offset += read;
    await new Promise<void>((resolve) =>
      io.stdout.write(Buffer.from(chunk.subarray(0, read)), () => resolve()),
    );
    if (io.stdout.destroyed) return;
  }
}

function wasReplaced(log: OpenLog, path: string): boolean {
  const now = statSync(path, { throwIfNoEntry: false });
  return now === undefined || now.ino !== log.inode || now.size < log.offset;
}
