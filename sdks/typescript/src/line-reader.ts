/** Bytes -> lines. Lines end at 0x0A and nowhere else; a carriage return before it is dropped. */

/** How lines are read. */
export interface LineReaderOptions {
  /** Most bytes of a line, LF included. */
  readonly limit: number;
  readonly onLine: (line: string) => void;
  /** A line was longer; it is skipped. */
  readonly onOverlong: (bytes: number) => void;
}

const lf = 0x0a;
const cr = 0x0d;

/** Cuts a stream into lines, however its bytes are divided among reads. */
export class LineReader {
  readonly #options: LineReaderOptions;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(options: LineReaderOptions) {
    this.#options = options;
  }

  push(bytes: Buffer): void {
    let from = 0;
    for (let at = bytes.indexOf(lf); at >= 0; at = bytes.indexOf(lf, from)) {
      this.#line(bytes.subarray(from, at));
      from = at + 1;
    }
    if (from < bytes.length) this.#keep(bytes.subarray(from));
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    // A line that is too long is counted, not kept.
    if (this.#length < this.#options.limit) this.#parts.push(part);
    else this.#parts = [];
  }

  #line(last: Buffer): void {
    const { limit, onLine, onOverlong } = this.#options;
    const length = this.#length + last.length + 1;
    const whole = this.#length === 0 ? last : Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    this.#length = 0;
    if (length > limit) {
      onOverlong(length);
      return;
    }
    const end = whole.at(-1) === cr ? whole.length - 1 : whole.length;
    onLine(whole.toString("utf8", 0, end));
  }
}
