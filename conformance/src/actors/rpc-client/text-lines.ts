/** Text that arrives in pieces -> its lines, for people's eyes: standard error, screens. */

/** Cuts a stream of text into lines. */
export class TextLines {
  readonly #decoder = new TextDecoder();
  #rest = "";

  push(chunk: Buffer): readonly string[] {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split("\n");
    this.#rest = lines.pop() ?? "";
    return lines.map((line) => line.replace(/\r$/, ""));
  }

  /** The last line, where no LF ended it. */
  end(): readonly string[] {
    const rest = this.#rest + this.#decoder.decode();
    this.#rest = "";
    return rest === "" ? [] : [rest];
  }
}
