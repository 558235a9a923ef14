/** What a program writes to a screen that it repaints -> the lines of text that were to be read there. */

/** A longer line is given once, at its end: giving it again with every chunk would cost the square of its length. */
const longestUntold = 4_000;

const esc = "\u001b";
const bell = "\u0007";
const string = `[\\]PX^_]`;

/** A control sequence that has not fully arrived. */
const unfinished = new RegExp(`${esc}(?:\\[[0-9;:<=>?]*[ -/]*|${string}[^${bell}${esc}]*${esc}?|[ -/]*)?$`);

/** Sequences that put the cursor somewhere or clear a part of the screen: what follows is other text. */
const moving = new RegExp(`${esc}\\[[0-9;?]*[A-HJKSTdf]|\\r\\n?`, "g");

/** All other sequences: colours, modes, titles. */
const others = new RegExp(
  `${esc}(?:\\[[0-9;:<=>?]*[ -/]*[@-~]|${string}[\\s\\S]*?(?:${bell}|${esc}\\\\)|[ -/]*[0-~])`,
  "g",
);

/** Control characters that are left, but for tabs and line feeds. */
const controls = /(?![\t\n])\p{Cc}/gu;

/**
 * Takes the text out of a stream of control sequences. A line is given as soon as there is something of it, and
 * again when it has grown: a repainting program may leave its last line without an end for as long as it runs.
 */
export class ScreenLines {
  readonly #decoder = new TextDecoder();
  #held = "";
  #line = "";

  push(chunk: Buffer): readonly string[] {
    const text = this.#held + this.#decoder.decode(chunk, { stream: true });
    this.#held = unfinished.exec(text)?.[0] ?? "";
    return this.#take(text.slice(0, text.length - this.#held.length));
  }

  end(): readonly string[] {
    const rest = this.#held + this.#decoder.decode();
    this.#held = "";
    return this.#take(rest);
  }

  #take(text: string): readonly string[] {
    if (text === "") return [];
    const readable = text.replace(moving, "\n").replace(others, "").replace(controls, "");
    const lines = (this.#line + readable).split("\n");
    const last = lines.at(-1) ?? "";
    const untold = readable === "" || last.length > longestUntold;
    this.#line = last;
    const told = untold ? lines.slice(0, -1) : lines;
    return told.map((line) => line.trimEnd()).filter((line) => line !== "");
  }
}
