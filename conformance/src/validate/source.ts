/** Where the bytes come from. */
import { createReadStream, open, stat } from "node:fs";
import { Socket } from "node:net";
import { addAbortSignal, type Readable } from "node:stream";
import { promisify } from "node:util";
import { UsageError } from "../cli/usage-error.js";
import { printable } from "./printable.js";

/** An input that is open. */
export interface Source {
  /** The chunks as they arrive. Ends early, without error, on the signal. */
  chunks(signal: AbortSignal): AsyncGenerator<Buffer>;
}

/** Opens a file, or standard input for `-`. Throws a UsageError where it cannot be read; so do its chunks. */
export async function openSource(file: string): Promise<Source> {
  const stream = await openStream(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(unreadable(file, error));
  });
  return {
    async *chunks(signal) {
      try {
        for await (const chunk of addAbortSignal(signal, stream)) yield chunk as Buffer;
      } catch (error) {
        if (signal.aborted) return;
        throw new UsageError(unreadable(file, error as NodeJS.ErrnoException));
      }
    },
  };
}

/** A named pipe is read as a socket: a file stream that waits for a silent writer cannot be stopped. */
async function openStream(file: string): Promise<Readable> {
  if (file === "-") return process.stdin;
  const stats = await promisify(stat)(file);
  const fd = await promisify(open)(file, "r");
  return stats.isFIFO()
    ? new Socket({ fd, readable: true, writable: false })
    : createReadStream(file, { fd });
}

function unreadable(file: string, error: NodeJS.ErrnoException): string {
  const name = file === "-" ? "standard input" : printable(file);
  switch (error.code) {
    case "ENOENT":
      return `${name} does not exist`;
    case "EISDIR":
      return `${name} is a directory; name a file of frames, or - for standard input`;
    case "EACCES":
    case "EPERM":
      return `${name} may not be read: permission denied`;
    default:
      return `${name} cannot be read: ${error.message}`;
  }
}
