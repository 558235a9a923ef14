/** Writes frames to a stream in the way that a transform asks for. */
import type { Writable } from "node:stream";
import type { JsonObject } from "../case/json.js";
import { TargetRefused } from "./contract.js";
import type { Transform } from "./transform.js";

/** An ordered writer to one peer. */
export interface FrameWriter {
  /** Writes a frame; resolves when its bytes are with the operating system, or kept by the stream. */
  frame(frame: JsonObject): Promise<void>;
  /** Writes pieces as they are. */
  raw(pieces: readonly Buffer[]): Promise<void>;
}

/**
 * Makes the writer of a stream.
 *
 * Pieces are written one by one, with a turn of the event loop between them, so that each is a write of its own.
 * A peer that does not read does not hold the writer up: the stream keeps what the pipe does not take.
 */
export function createFrameWriter(stream: Writable, transform: Transform): FrameWriter {
  let last: Promise<void> = Promise.resolve();
  let gathered: Buffer[] = [];
  const gone = (): TargetRefused => new TargetRefused("the target has closed its input");
  const next = (job: () => Promise<void>): Promise<void> => {
    const done = last.then(job);
    last = done.catch(() => undefined);
    return done;
  };
  const writeOne = async (piece: Buffer): Promise<void> => {
    if (stream.destroyed || stream.writableEnded || stream.errored !== null) throw gone();
    stream.write(piece);
  };
  const writeAll = async (pieces: readonly Buffer[]): Promise<void> => {
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) await new Promise((resolve) => setImmediate(resolve));
      await writeOne(piece);
    }
  };
  const flush = async (): Promise<void> => {
    const pieces = gathered;
    gathered = [];
    if (pieces.length > 0) await writeOne(Buffer.concat(pieces));
  };
  return {
    frame(frame) {
      const pieces = transform.encode(frame);
      if (transform.gather !== true) return next(() => writeAll(pieces));
      if (stream.destroyed || stream.writableEnded) return Promise.reject(gone());
      // The caller goes on at once; whatever it writes in the same turn joins this write.
      gathered.push(...pieces);
      setImmediate(() => void next(flush).catch(() => undefined));
      return Promise.resolve();
    },
    raw: (pieces) => next(flush).then(() => next(() => writeAll(pieces))),
  };
}
