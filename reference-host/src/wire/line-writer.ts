/**
 * Lines -> one peer, first in, first out.
 *
 * All that is written to a peer goes through its one writer, so frames never mix and never overtake one
 * another. Lines of one tick leave in one write. What waits for a peer that does not read is bounded in
 * bytes and in time.
 */
import type { Writable } from "node:stream";
import { WireError } from "./wire-error.js";

/** How a writer is made. */
export interface LineWriterOptions {
  readonly stream: Writable;
  /** Longest line in bytes, its LF included; no limit where absent. */
  readonly limit?: number;
  /** The writer fails when more than this waits to be taken. */
  readonly maxQueuedBytes?: number;
  /** The writer fails when nothing is taken for so long while something waits. */
  readonly stallMs?: number;
  /** Sees each line, without its LF, as it is queued. */
  readonly onLine?: (line: string) => void;
  /** Called once, when nothing more can be written. */
  readonly onFailure?: (error: WireError) => void;
}

/** Called when the line has left for the peer, or cannot. */
export type Written = (error: WireError | undefined) => void;

/** Writes lines to one peer. */
export interface LineWriter {
  /** Queues a line, given without its LF. Returns the error where it can never be written; `written` is then not called. */
  write(line: string, written?: Written): WireError | undefined;
  /** Hands what is queued to the stream now instead of at the end of the tick. */
  flush(): void;
  /** Closes the stream behind all that is queued. */
  end(): void;
  /** Bytes that the peer has not taken yet. */
  readonly queuedBytes: number;
  /** Resolves when the peer has taken everything, or never will. */
  drained(): Promise<void>;
}

/** Makes the writer of a peer. */
export function createLineWriter(options: LineWriterOptions): LineWriter {
  const { stream, limit = Number.POSITIVE_INFINITY, maxQueuedBytes = Number.POSITIVE_INFINITY } = options;
  let batch = "";
  let batchBytes = 0;
  let batchWritten: Written[] = [];
  let queued = 0;
  let scheduled = false;
  let failure: WireError | undefined;
  let ended = false;
  let stall: NodeJS.Timeout | undefined;
  /** When the peer last took something, or something first had to wait. */
  let progress = 0;
  let waiters: (() => void)[] = [];
  const underway = new Set<readonly Written[]>();

  stream.on("error", (cause) => fail(new WireError("WIRE_CLOSED", "the pipe is closed", cause)));
  stream.on("close", () => fail(new WireError("WIRE_CLOSED", "the pipe is closed")));

  function fail(error: WireError): void {
    if (failure !== undefined) return;
    failure = error;
    clearTimeout(stall);
    stall = undefined;
    const lost = [...underway, batchWritten].flat();
    underway.clear();
    batch = "";
    batchBytes = 0;
    batchWritten = [];
    queued = 0;
    for (const written of lost) written(error);
    settleDrained();
    // An orderly end is no failure for anybody to hear of.
    if (!ended || lost.length > 0) options.onFailure?.(error);
  }

  function write(line: string, written?: Written): WireError | undefined {
    if (failure !== undefined) return failure;
    if (ended) return new WireError("WIRE_CLOSED", "the pipe was closed by the host");
    const bytes = Buffer.byteLength(line) + 1;
    if (bytes > limit) {
      return new WireError("WIRE_LINE_TOO_LONG", `the frame has ${bytes} bytes; a line has at most ${limit}`);
    }
    options.onLine?.(line);
    batch += `${line}\n`;
    batchBytes += bytes;
    if (written !== undefined) batchWritten.push(written);
    if (!scheduled) {
      scheduled = true;
      // After the microtasks of this tick, so that answers to one chunk of requests leave together.
      process.nextTick(flush);
    }
    return undefined;
  }

  function flush(): void {
    scheduled = false;
    if (batch === "" || failure !== undefined) return;
    const text = batch;
    const written = batchWritten;
    const bytes = batchBytes;
    batch = "";
    batchBytes = 0;
    batchWritten = [];
    underway.add(written);
    if (queued === 0) progress = performance.now();
    queued += bytes;
    if (queued > maxQueuedBytes) {
      fail(new WireError("WIRE_QUEUE_FULL", `more than ${maxQueuedBytes} bytes wait to be read`));
      return;
    }
    watch();
    stream.write(text, "utf8", (cause) => {
      if (failure !== undefined) return;
      if (cause) return fail(new WireError("WIRE_CLOSED", "the pipe is closed", cause));
      underway.delete(written);
      queued -= bytes;
      progress = performance.now();
      if (queued === 0) settleDrained();
      for (const each of written) each(undefined);
    });
  }

  /** One timer for many writes: it looks now and then whether what waits has moved since. */
  function watch(): void {
    if (options.stallMs === undefined || stall !== undefined) return;
    lookIn(options.stallMs);
  }

  function lookIn(ms: number): void {
    stall = setTimeout(look, Math.ceil(ms)).unref();
  }

  function look(): void {
    stall = undefined;
    const { stallMs } = options;
    if (queued === 0 || stallMs === undefined) return;
    const left = progress + stallMs - performance.now();
    if (left > 0) lookIn(left);
    else fail(new WireError("WIRE_STALLED", `nothing was read from the pipe for ${stallMs} ms`));
  }

  function settleDrained(): void {
    if (waiters.length === 0) return;
    const ready = waiters;
    waiters = [];
    for (const resolve of ready) resolve();
  }

  return {
    write,
    flush,
    end() {
      if (ended) return;
      flush();
      ended = true;
      if (failure === undefined) stream.end();
    },
    get queuedBytes() {
      return queued + batchBytes;
    },
    async drained() {
      if (batch === "" && queued === 0) return;
      await new Promise<void>((resolve) => waiters.push(resolve));
    },
  };
}
