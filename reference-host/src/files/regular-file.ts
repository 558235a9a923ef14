/**
 * Opens the files that users, models and extensions name, and nothing else that has a path.
 *
 * To open a pipe waits for its other end, perhaps for ever: in the main thread nothing else runs meanwhile, and in
 * a thread of the pool the process cannot even exit. To open a device may set it in motion. So a path is looked at
 * first; and since it can become something else between the look and the opening, the opening never waits, and what
 * was opened is looked at again.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";

/** A path names something that is no file. */
export class NotRegularFile extends Error {
  /** A folder has the code that the system gives it. */
  readonly code: "EISDIR" | "NOT_REGULAR_FILE";

  constructor(kind: string) {
    super(`it is not a regular file but ${kind}`);
    this.name = "NotRegularFile";
    this.code = kind === folder ? "EISDIR" : "NOT_REGULAR_FILE";
  }
}

const folder = "a folder";

type Kinds = Pick<Stats, "isFile" | "isDirectory" | "isFIFO" | "isSocket">;

/** What is there in place of a regular file, in words. Undefined for a regular file. */
export function kindOfOther(what: Kinds): string | undefined {
  if (what.isFile()) return undefined;
  if (what.isDirectory()) return folder;
  if (what.isFIFO()) return "a pipe";
  return what.isSocket() ? "a socket" : "a device";
}

/** How a file is opened: to be read, written anew, or added to. */
export type Access = "r" | "w" | "a";

/** What else may be opened, and the mode of a file that is made. */
export interface OpenOptions {
  readonly mode?: number;
  /** Takes a character device too, such as a terminal. */
  readonly orDevice?: boolean;
}

const accessFlags: Readonly<Record<Access, number>> = {
  r: constants.O_RDONLY,
  w: constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC,
  a: constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND,
};

/** Windows has no such flag, and no pipes among its files. */
const neverWait = constants.O_NONBLOCK ?? 0;

/** Opens a regular file at once or throws: a {@link NotRegularFile}, or what the system says. */
export function openRegularFile(path: string, access: Access, options: OpenOptions = {}): number {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before !== undefined) refuseOthers(before, options);
  let file: number;
  try {
    file = openSync(path, accessFlags[access] | neverWait, options.mode);
  } catch (error) {
    throw isNoReader(error) ? new NotRegularFile("a pipe") : error;
  }
  try {
    refuseOthers(fstatSync(file), options);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** The bytes of a regular file. */
export function readRegularFile(path: string): Buffer {
  const file = openRegularFile(path, "r");
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The same as {@link readRegularFile}, in a thread of the pool. */
export async function readRegularFileLater(path: string): Promise<Buffer> {
  const file = await openLater(path, "r");
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Makes a regular file, or writes it anew, in a thread of the pool. */
export async function writeRegularFileLater(path: string, content: string): Promise<void> {
  const file = await openLater(path, "w");
  try {
    await file.writeFile(content);
  } finally {
    await file.close();
  }
}

async function openLater(path: string, access: Access): Promise<FileHandle> {
  const before = await stat(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  });
  if (before !== undefined) refuseOthers(before, {});
  const file = await open(path, accessFlags[access] | neverWait).catch((error: unknown) => {
    throw isNoReader(error) ? new NotRegularFile("a pipe") : error;
  });
  try {
    refuseOthers(await file.stat(), {});
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function refuseOthers(stats: Stats, { orDevice = false }: OpenOptions): void {
  if (orDevice && stats.isCharacterDevice()) return;
  const other = kindOfOther(stats);
  if (other !== undefined) throw new NotRegularFile(other);
}

/** How an opening that does not wait ends where a pipe has no reader. */
function isNoReader(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENXIO";
}
