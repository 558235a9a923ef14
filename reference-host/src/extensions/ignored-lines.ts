/** Lines that the host ignores: all of them are noted in the extension's log, and the user hears of the first. */
import type { LineFault } from "./line-process.js";
import type { ExtensionLog } from "./log-file.js";

const clipAt = 200;

/** Keeps the user's screen from what belongs into a log. */
export class IgnoredLines {
  readonly #log: ExtensionLog;
  readonly #onProblem: (message: string) => void;
  #told = false;

  constructor(log: ExtensionLog, onProblem: (message: string) => void) {
    this.#log = log;
    this.#onProblem = onProblem;
  }

  /** For what happens in good order: answers that cross an abort, frames from the future. */
  note(why: string, line: string): void {
    this.#log.note(`ignored: ${clip(why)}: ${JSON.stringify(clip(line))}`);
  }

  /** For what an author has to mend. */
  tell(why: string, line: string): void {
    this.note(why, line);
    this.#tellOnce(`sent something that was ignored: ${clip(why)}`);
  }

  /** For an answer after its deadline. Each is told: the user may wonder what became of it. */
  late(type: string, line: string): void {
    this.note("a late answer", line);
    const article = /^[aeiou]/.test(type) ? "an" : "a";
    this.#onProblem(`sent ${article} ${type} after its deadline, which was ignored; see ${this.#log.path}`);
  }

  /** For a line that could not even be read. */
  unreadable(fault: LineFault, text: string): void {
    this.#log.note(`ignored: ${text}`);
    // Each over-long line is told, since what it said may have been an answer.
    if (fault === "over-long") this.#told = false;
    this.#tellOnce(`sent ${text}, which was ignored`);
  }

  #tellOnce(message: string): void {
    if (this.#told) return;
    this.#told = true;
    this.#onProblem(`${message}; see ${this.#log.path}`);
  }
}

function clip(text: string): string {
  return text.length <= clipAt ? text : `${text.slice(0, clipAt)}...`;
}
