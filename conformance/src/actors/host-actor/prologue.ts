/**
 * The handshake, played as a plain host plays it: `hello_ack` at once, then the wait for the registrations, then
 * `session_start` for those who asked for it.
 */
import { deadlines, protocolVersion } from "@extproto/schemas";
import type { JsonObject } from "../../case/json.js";
import { lastWords } from "../../judge/last-words.js";
import { show } from "../../judge/match.js";
import { type Expected, Registrations } from "./registrations.js";

/** The end of the prologue. */
export type Greeting = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** What the prologue needs. */
export interface PrologueOptions {
  /** Writes one frame to the extension. */
  readonly send: (frame: JsonObject) => Promise<void>;
  readonly directory: string;
  readonly cwd: string;
  /** How long hello is waited for, in milliseconds. */
  readonly helloBound: number;
  /** What an earlier run saw; without it the wait is longer, because nothing tells what is still to come. */
  readonly expected?: Expected;
}

/** How many lines of standard error are kept, for what is said of an early end. */
const keptStderr = 40;

/** A timer may be early by its grain; a host must not be. */
const grain = 20;

/** The frame that answers a hello, as a host without additions writes it. */
export function helloAck({ directory, cwd }: { directory: string; cwd: string }): JsonObject {
  return {
    type: "hello_ack",
    protocol_version: protocolVersion,
    zot_version: "0.1.0",
    provider: "scripted",
    model: "scripted",
    cwd,
    extension_dir: directory,
    data_dir: directory,
  };
}

/** Plays the host from the start of the process to the end of the registrations. */
export class Prologue {
  readonly registrations = new Registrations();
  readonly #options: PrologueOptions;
  readonly #deadline: NodeJS.Timeout;
  readonly #stderr: string[] = [];
  #grace: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #over = false;
  #end: (greeting: Greeting) => void = () => {};
  /** Resolves when the steps can begin, or when they never can. */
  readonly done: Promise<Greeting>;

  constructor(options: PrologueOptions) {
    this.#options = options;
    this.done = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#deadline = setTimeout(() => {
      this.#fail(
        `no hello has arrived ${options.helloBound / 1000} s after the start; the first thing an extension does is to write its hello and flush its output`,
      );
    }, options.helloBound);
  }

  /** A line of the extension. */
  line(text: string, frame: JsonObject | undefined): void {
    if (this.#over) {
      if (frame !== undefined) this.registrations.take(frame);
      return;
    }
    if (this.registrations.hello === undefined) this.#first(text, frame);
    else if (frame !== undefined) {
      this.registrations.take(frame);
      this.#progress();
    }
  }

  /** A line of its standard error. */
  stderr(line: string): void {
    if (this.#over) return;
    this.#stderr.push(line);
    if (this.#stderr.length > keptStderr) this.#stderr.shift();
  }

  /** The process has ended, or could not be started. */
  ended(how: string): void {
    const stage = this.registrations.hello === undefined ? "before its hello" : "before it was ready";
    // The folder is another one in each run, and runs that share a reason are told together.
    const words = lastWords(this.#stderr).replaceAll(`${this.#options.directory}/`, "");
    const last = words === "" ? "" : `; its last words were ${show(words, 400)}`;
    this.#fail(`the process ended ${stage}: ${how}${last}`);
  }

  #first(text: string, frame: JsonObject | undefined): void {
    if (text.trim() === "") return;
    if (frame?.type !== "hello" || typeof frame.name !== "string" || frame.name === "") {
      const shown = text.length > 80 ? `${text.slice(0, 80)}...` : text;
      this.#fail(
        `the first line of its standard output is ${JSON.stringify(shown)} and no hello with a name; ${text.startsWith("\uFEFF") ? "write no byte order mark" : "write logs to standard error"}`,
      );
      return;
    }
    this.registrations.take(frame);
    clearTimeout(this.#deadline);
    this.#grace = setTimeout(() => this.#succeed(), deadlines.ready_grace.ms);
    this.#options.send(helloAck(this.#options)).then(
      () => this.#progress(),
      (error: Error) => this.#fail(`it does not take hello_ack: ${error.message}`),
    );
  }

  /** Ready is ready; without it, silence counts once all that is expected has come. */
  #progress(): void {
    clearTimeout(this.#idle);
    if (this.#over) return;
    const { expected } = this.#options;
    const complete = expected === undefined || this.registrations.covers(expected);
    if (this.registrations.ready && complete) {
      this.#succeed();
      return;
    }
    // A stranger gets the whole grace, so that everything it registers becomes known.
    if (expected === undefined || expected.ready || !complete) return;
    this.#idle = setTimeout(() => this.#succeed(), deadlines.ready_idle.ms + grain);
  }

  #succeed(): void {
    if (this.#over) return;
    this.#stop();
    if (!this.registrations.events.has("session_start")) {
      this.#end({ ok: true });
      return;
    }
    this.#options.send({ type: "event", event: "session_start" }).then(
      () => this.#end({ ok: true }),
      (error: Error) => this.#end({ ok: false, reason: `it does not take session_start: ${error.message}` }),
    );
  }

  #fail(reason: string): void {
    if (this.#over) return;
    this.#stop();
    this.#end({ ok: false, reason });
  }

  #stop(): void {
    this.#over = true;
    clearTimeout(this.#deadline);
    clearTimeout(this.#grace);
    clearTimeout(this.#idle);
  }
}
