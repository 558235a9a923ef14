/**
 * Bytes -> lines, cut at 0x0A and nowhere else.
 *
 * Line readers of the platform also cut at U+2028 or at a lone CR, which are ordinary content of a JSON
 * string. So frames are cut as bytes, and a line is decoded only when it is complete: a character that is
 * split over two reads is whole again by then.
 */
import { isUtf8 } from "node:buffer";

/** How a splitter is made. */
export interface LineSplitterOptions {
  /** Longest line in bytes, its LF included. */
  readonly limit: number;
  /** One line without its LF. The bytes are valid only during the call. */
  readonly onLine: (bytes: Buffer) => void;
  /** A line passed the limit; it is discarded up to and including its LF. */
  readonly onOverlong: () => void;
}

/** Cuts a stream of bytes into lines. */
export interface LineSplitter {
  push(chunk: Buffer): void;
  /** Bytes of a line that has begun and not ended. */
  readonly incomplete: number;
}

const lf = 0x0a;
/** A buffer that has grown beyond this is given back after its line, so that one long line costs no memory for good. */
const keptBuffer = 64 * 1024;

/** Makes a splitter. */
export function createLineSplitter(options: LineSplitterOptions): LineSplitter {
  const { limit, onLine, onOverlong } = options;
  let held = Buffer.allocUnsafe(0);
  let heldLength = 0;
  let discarding = false;

  function hold(bytes: Buffer): void {
    const needed = heldLength + bytes.length;
    if (needed > held.length) {
      // Doubling keeps a line that arrives byte by byte linear in its length.
      const grown = Buffer.allocUnsafe(Math.max(needed, held.length * 2, 1024));
      held.copy(grown, 0, 0, heldLength);
      held = grown;
    }
    bytes.copy(held, heldLength);
    heldLength = needed;
  }

  function release(): void {
    heldLength = 0;
    if (held.length > keptBuffer) held = Buffer.allocUnsafe(0);
  }

  function push(chunk: Buffer): void {
    let start = 0;
    while (start < chunk.length) {
      const end = chunk.indexOf(lf, start);
      const piece = chunk.subarray(start, end === -1 ? chunk.length : end);
      start += piece.length + 1;
      if (!discarding && heldLength + piece.length + 1 > limit) {
        discarding = true;
        release();
        onOverlong();
      }
      if (discarding) {
        if (end !== -1) discarding = false;
      } else if (end === -1) {
        hold(piece);
      } else if (heldLength === 0) {
        onLine(piece);
      } else {
        hold(piece);
        const line = held.subarray(0, heldLength);
        release();
        onLine(line);
      }
    }
  }

  return {
    push,
    get incomplete() {
      return heldLength;
    },
  };
}

/** The text of a line; undefined where its bytes are not UTF-8, since a repaired text is not what was sent. */
export function decodeLine(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString("utf8") : undefined;
}

/** True for lines that are empty or consist of white space only. */
export function isBlank(line: string): boolean {
  return line.trim() === "";
}
