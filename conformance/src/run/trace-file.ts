/** Traces on disk: a header and one event per line. */
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { TraceEvent } from "../judge/contract.js";
import type { Trace } from "../judge/judge-trace.js";
import type { TraceHeader } from "./contract.js";
import { withFrame } from "./received.js";

/** A file that is not a trace, or one of another version, or one that cannot be written. */
export class TraceError extends Error {
  override readonly name = "TraceError";
  readonly code: "TRACE_UNREADABLE" | "TRACE_UNWRITABLE";

  constructor(
    message: string,
    options: { readonly cause?: unknown; readonly code?: "TRACE_UNWRITABLE" } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = options.code ?? "TRACE_UNREADABLE";
  }
}

/** How much is kept back before it is written. */
const bufferSize = 64 * 1024;

/** Writes a trace as it happens. */
export class TraceWriter {
  readonly #path: string;
  readonly #file: number;
  #buffer: string[] = [];
  #length = 0;
  /** Why nothing more is written: told at the end, since events arrive where nobody could take an exception. */
  #failure: unknown;

  constructor(path: string, header: TraceHeader) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
    this.#file = openSync(path, "w");
    this.#add(JSON.stringify(header));
  }

  /** Adds an event. */
  write(event: TraceEvent): void {
    if (event.kind !== "received") {
      this.#add(JSON.stringify(event));
      return;
    }
    const { frame: _, ...stored } = event;
    this.#add(JSON.stringify(stored));
  }

  /** Writes what is kept back, and closes the file. Throws a {@link TraceError} where anything was not written. */
  close(): void {
    this.#flush();
    closeSync(this.#file);
    if (this.#failure === undefined) return;
    const reason = this.#failure instanceof Error ? this.#failure.message : String(this.#failure);
    throw new TraceError(
      `the trace ${this.#path} cannot be written (${reason}); make room, or name another folder with --out`,
      { cause: this.#failure, code: "TRACE_UNWRITABLE" },
    );
  }

  #add(line: string): void {
    this.#buffer.push(line, "\n");
    this.#length += line.length;
    if (this.#length >= bufferSize) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.from(this.#buffer.join(""), "utf8");
    try {
      for (let from = 0; this.#failure === undefined && from < bytes.length; )
        from += writeSync(this.#file, bytes, from);
    } catch (error) {
      this.#failure = error;
    }
    this.#buffer = [];
    this.#length = 0;
  }
}

/** Replaces the header of a trace that is complete: what was found out after the run belongs to it too. */
export function rewriteHeader(path: string, change: (header: TraceHeader) => TraceHeader): void {
  const text = readFileSync(path, "utf8");
  const end = text.indexOf("\n");
  const header = change(JSON.parse(text.slice(0, end)) as TraceHeader);
  writeFileSync(path, JSON.stringify(header) + text.slice(end));
}

/** Reads a trace. Throws a {@link TraceError} that says which line is wrong. */
export function readTrace(path: string): Trace {
  const lines = readFileSync(path, "utf8").split("\n");
  if (lines.at(-1) === "") lines.pop();
  const records = lines.map((line, index): unknown => {
    try {
      return JSON.parse(line);
    } catch (cause) {
      throw new TraceError(`${path}:${index + 1}: not JSON; the file may be cut off`, { cause });
    }
  });
  const header = records[0] as Partial<TraceHeader> | undefined;
  if (header?.kind !== "header") throw new TraceError(`${path}: the first line is no trace header`);
  if (header.version !== 1)
    throw new TraceError(`${path}: version ${String(header.version)}; this kit reads version 1`);
  const events = (records.slice(1) as TraceEvent[]).map((event) =>
    event.kind === "received" ? withFrame(event) : event,
  );
  return { header: header as TraceHeader, events };
}
