/** The one way out: whole lines, and one answer for each request. */
import { inspect } from "node:util";
import { type AnswerFrame, answerSent, failedAnswer } from "./answer-frames.js";
import { messageOf } from "./error-message.js";
import { settle } from "./outcome.js";
import { EXTPROTO_LINE_LIMIT_BYTES, type ExtensionFrame, encodeExtensionFrame } from "./protocol/index.js";
import type { Transport } from "./transport.js";

/** How a request is handled. */
export interface Handling {
  readonly work: () => unknown;
  /** The answer for what the handler gave; throws where there is none. */
  readonly answer: (value: unknown) => AnswerFrame;
  /** The answer for what was thrown. */
  readonly failed: (error: unknown) => AnswerFrame;
  /** Called once the answer to a value has been written. */
  readonly sent?: (value: unknown) => void;
}

/** Writes frames until it is closed. */
export class Output {
  readonly #name: string;
  readonly #transport: Transport;
  #closed = false;

  constructor(name: string, transport: Transport) {
    this.#name = name;
    this.#transport = transport;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Nothing is written from here on. */
  close(): void {
    this.#closed = true;
  }

  log(...values: readonly unknown[]): void {
    const words = values.map((value) => (typeof value === "string" ? value : inspect(value)));
    this.#transport.log(`[${this.#name}] ${words.join(" ")}`);
  }

  /** Writes a frame. One that is too long for the protocol is replaced by an answer that says so, or left out. */
  send(frame: ExtensionFrame): void {
    if (!this.#closed) this.#write(frame, lineOf(frame));
  }

  /** Has a request handled, and gives it its one answer, whatever the handler gives, promises or throws. */
  answer({ work, answer, failed, sent }: Handling): void {
    const threw = (error: unknown): void => this.send(failed(error));
    const gave = (value: unknown): void => {
      let frame: AnswerFrame;
      let line: string;
      try {
        frame = answer(value);
        line = lineOf(frame);
      } catch (error) {
        threw(error);
        return;
      }
      if (this.#write(frame, line)) sent?.(value);
    };
    settle(work, { gave, threw });
  }

  /** Gives whether the frame itself was written. */
  #write(frame: ExtensionFrame, line: string): boolean {
    if (this.#closed) return false;
    if (fits(line)) {
      this.#transport.write(line);
      return true;
    }
    const problem = `the ${frame.type} is longer than the ${EXTPROTO_LINE_LIMIT_BYTES} bytes of a line`;
    this.log(problem);
    if (answerSent(frame)) this.#transport.write(lineOf(failedAnswer(frame.type, frame.id, problem)));
    return false;
  }
}

function fits(line: string): boolean {
  // A character is at most three bytes in UTF-8, so most lines need no counting.
  if (line.length * 3 < EXTPROTO_LINE_LIMIT_BYTES) return true;
  return Buffer.byteLength(line) + 1 <= EXTPROTO_LINE_LIMIT_BYTES;
}

function lineOf(frame: ExtensionFrame): string {
  try {
    return encodeExtensionFrame(frame);
  } catch (error) {
    // What follows the first line draws the circle.
    const [why] = messageOf(error).split("\n");
    throw new TypeError(`the ${frame.type} has no form in JSON: ${why}`);
  }
}
