/**
 * Bytes -> lines. The byte 0x0A is the only separator: libraries that read lines also split on a lone CR or
 * on U+2028, which are content here.
 */

/** A line as it stood in the input, without its LF. */
export interface RawLine {
  /** All bytes; of a line over the limit only the first few. */
  readonly bytes: Buffer;
  /** How many bytes the line had, without its LF. */
  readonly length: number;
  /** Whether an LF ended it. */
  readonly ended: boolean;
  /** Whether it was longer than what is kept. */
  readonly cut: boolean;
}

const lineFeed = 0x0a;
/** How much of an overlong line is kept, to show it. */
const headBytes = 512;

/**
 * Cuts a stream of chunks into lines and keeps no more than one line of at most `largest` bytes.
 *
 * @example
 * ```ts
 * const splitter = new LineSplitter(4_194_304);
 * for (const line of splitter.push(chunk)) console.log(line.bytes.toString());
 * ```
 */
export class LineSplitter {
  #pieces: Buffer[] = [];
  #kept = 0;
  #length = 0;
  readonly #largest: number;

  constructor(largest: number) {
    this.#largest = largest;
  }

  /** The lines that this chunk completes. */
  *push(chunk: Buffer): Generator<RawLine> {
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(lineFeed, from);
      if (at === -1) break;
      this.#add(chunk.subarray(from, at));
      yield this.#take(true);
      from = at + 1;
    }
    this.#add(chunk.subarray(from));
  }

  /** The rest after the last LF, where there is one. */
  *end(): Generator<RawLine> {
    if (this.#length > 0) yield this.#take(false);
  }

  /** The limit counts the LF too, so the content has one byte less. */
  #add(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length < this.#largest) {
      if (piece.length === 0) return;
      this.#pieces.push(piece);
      this.#kept += piece.length;
    } else if (this.#kept !== headBytes) {
      const head = Buffer.concat([...this.#pieces, piece]).subarray(0, headBytes);
      this.#pieces = [Buffer.from(head)];
      this.#kept = head.length;
    }
  }

  #take(ended: boolean): RawLine {
    const line = {
      bytes:
        this.#pieces.length === 1 && this.#pieces[0] !== undefined
          ? this.#pieces[0]
          : Buffer.concat(this.#pieces),
      length: this.#length,
      ended,
      cut: this.#length >= this.#largest,
    };
    this.#pieces = [];
    this.#kept = 0;
    this.#length = 0;
    return line;
  }
}
