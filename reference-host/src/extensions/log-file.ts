/**
 * The log of one extension: what it writes to stderr, and what the host has to say about it.
 *
 * Writes are synchronous, so that the last words before a crash are there; only what happens all the time and
 * in good order is gathered for a moment first. The file is bounded: when it is full it becomes `<file>.1`, in
 * place of the one before, and a new one begins.
 */
import { closeSync, fstatSync, mkdirSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { openRegularFile } from "../files/regular-file.js";

/** How a log is made. */
export interface ExtensionLogOptions {
  readonly path: string;
  /** Size at which the file is put aside. Default 4 MiB. */
  readonly maxBytes?: number;
}

/** A log file. */
export interface ExtensionLog {
  readonly path: string;
  /** Adds what the extension wrote, as it is. */
  append(bytes: Uint8Array): void;
  /** Adds a line of the host's own. */
  note(text: string): void;
  /** Adds a line of the host's own within a moment, before whatever is added after it. */
  noteSoon(text: string): void;
  /** Calls the listener the first time that the extension has filled the file. */
  whenFull(listener: () => void): void;
  close(): void;
}

/** How the host's own lines begin, after the time. */
export const hostMark = "host:";

/** How the host's words on what became of a run begin: extensions of one name share a log, so it names the folder. */
export const folderMark = (dir: string) => `[${dir}] `;

/** How long lines that are in no hurry are gathered, and how many at most. */
const gatherMs = 100;
const mostGathered = 500;

/** Opens a log; the file is made when there is something to write. A log that cannot be written is done without. */
export function createExtensionLog(options: ExtensionLogOptions): ExtensionLog {
  const { path, maxBytes = 4 * 1024 * 1024 } = options;
  let file: number | undefined;
  let size = 0;
  let broken = false;
  let midLine = false;
  let full = () => {};
  /** What this run has added on the extension's account. */
  let caused = 0;
  let gathered: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  function open(): number {
    mkdirSync(dirname(path), { recursive: true });
    const opened = openRegularFile(path, "a", { mode: 0o600 });
    size = fstatSync(opened).size;
    return opened;
  }

  function write(bytes: Uint8Array): void {
    if (broken || bytes.length === 0) return;
    try {
      file ??= open();
      if (size > 0 && size + bytes.length > maxBytes) {
        closeSync(file);
        file = undefined;
        renameSync(path, `${path}.1`);
        file = open();
        // Who finds the file full of earlier runs has not flooded it.
        if (caused > maxBytes / 2) {
          full();
          full = () => {};
        }
      }
      writeSync(file, bytes);
      size += bytes.length;
      midLine = bytes[bytes.length - 1] !== 0x0a;
    } catch {
      // A full disk or a read-only home is no reason to lose the extension.
      broken = true;
    }
  }

  function writeLines(lines: string): number {
    const bytes = Buffer.from(midLine ? `\n${lines}` : lines);
    write(bytes);
    return bytes.length;
  }

  function writeGathered(): void {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.length === 0) return;
    const lines = gathered.join("");
    gathered = [];
    writeLines(lines);
  }

  return {
    path,
    append(bytes) {
      writeGathered();
      caused += bytes.length;
      write(bytes);
    },
    note(text) {
      writeGathered();
      caused += writeLines(hostLine(text));
    },
    noteSoon(text) {
      gathered.push(hostLine(text));
      if (gathered.length >= mostGathered) writeGathered();
      else timer ??= setTimeout(writeGathered, gatherMs).unref();
    },
    whenFull(listener) {
      full = listener;
    },
    close() {
      writeGathered();
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

function hostLine(text: string): string {
  return `${new Date().toISOString()} ${hostMark} ${text.replaceAll("\n", "\n  ")}\n`;
}
