/** Between lines and the outside: the standard streams of the process, or a test. */

import { LineReader } from "./line-reader.js";
import { EXTPROTO_LINE_LIMIT_BYTES } from "./protocol/index.js";
import { takeStandardOutput } from "./standard-output.js";

/** Carries lines to and from a host. */
export interface Transport {
  /** Hands over what arrives. `onEnd` is called once, when nothing more will. */
  start(events: TransportEvents): void;
  /** Writes a line; `written` is called when it has left the process. */
  write(line: string, written?: () => void): void;
  /** Writes for people. */
  log(line: string): void;
  /** Ends the extension. */
  exit(code: number): void;
}

/** What a transport reports. */
export interface TransportEvents {
  /** A line came, without its line feed. */
  readonly onLine: (line: string) => void;
  /** A line was longer than the limit; it is gone. */
  readonly onOverlong: (bytes: number) => void;
  /** No more lines will come, or the process is told to end. */
  readonly onEnd: () => void;
}

/** How long an extension that fails waits for somebody to read why. */
const lastWordsMs = 500;

/**
 * The standard streams. Standard output belongs to frames from here on: whatever else writes to
 * `process.stdout`, `console.log` for one, goes to standard error, and nobody closes it. So does what was written since
 * the extension was made.
 *
 * Node has no way to point descriptor 1 elsewhere, so what does not go through `process.stdout` is not caught:
 * `fs.writeSync(1, ...)`, and a child that inherits standard output. Start children with `stdio: ["ignore", 2, 2]` or
 * with pipes.
 *
 * Node sees the end of input, `shutdown` and SIGTERM between two pieces of work: a handler that never yields keeps it
 * from all three.
 */
export function standardStreams(): Transport {
  const { stdin, stdout, stderr } = process;
  const write = takeStandardOutput();
  // A host that is gone takes nothing more; the end of standard input tells so.
  stdout.on("error", () => {});
  stderr.on("error", () => {});
  return {
    start({ onLine, onOverlong, onEnd }) {
      const reader = new LineReader({ limit: EXTPROTO_LINE_LIMIT_BYTES, onLine, onOverlong });
      stdin.on("data", (bytes: Buffer) => reader.push(bytes));
      stdin.once("end", onEnd);
      stdin.once("error", onEnd);
      process.once("SIGTERM", onEnd);
    },
    write: (line, written) => void write(`${line}\n`, written),
    log: (line) => void stderr.write(`${line}\n`),
    // What was written has left: whoever exits waits for it. A pending timer or handler must not hold the exit up.
    exit: (code) => {
      if (code === 0 || stderr.writableLength === 0) process.exit(code);
      // Where its pipe is full, Node keeps what is written to standard error for later, and an exit forgets it: that
      // would be the reason of this end.
      stderr.write("", () => process.exit(code));
      setTimeout(() => process.exit(code), lastWordsMs);
    },
  };
}
