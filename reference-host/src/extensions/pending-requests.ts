/**
 * Requests that wait for an answer with their id: each is settled exactly once, by answer, deadline, abort or
 * death.
 *
 * All requests of a kind have the same time, so their deadlines end in the order in which they began, and one
 * timer for the oldest does for all.
 */
import { onAbort } from "./abort-listeners.js";

/** What one request is given. */
export interface RequestOptions<T> {
  readonly signal: AbortSignal;
  /** Called where the deadline passes. */
  readonly timedOut: (id: string) => T;
  /** Called where the caller no longer wants the answer. */
  readonly aborted: (id: string) => T;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** A request that was opened. */
export interface OpenRequest<T> {
  readonly id: string;
  readonly result: Promise<T>;
}

interface Entry<T> {
  readonly options: RequestOptions<T>;
  readonly resolve: (value: T) => void;
  readonly forgetSignal: () => void;
}

/** Why a request was given up: its time was over, or nobody wanted the answer any more. */
export type GivenUp = "timed_out" | "aborted";

/** How many given-up ids are remembered, so that their late answers are no surprise. */
const rememberedIds = 1_000;

/** The open requests of one kind to one extension. */
export class PendingRequests<T> {
  readonly #prefix: string;
  readonly #deadlineMs: number;
  /** When each running deadline ends, the earliest first. */
  readonly #deadlines = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  readonly #entries = new Map<string, Entry<T>>();
  readonly #givenUp = new Map<string, GivenUp>();
  #count = 0;

  constructor(prefix: string, deadlineMs: number) {
    this.#prefix = prefix;
    this.#deadlineMs = deadlineMs;
  }

  open(options: RequestOptions<T>): OpenRequest<T> {
    this.#count++;
    const id = `${this.#prefix}${this.#count}`;
    const result = new Promise<T>((resolve) => {
      const forgetSignal = onAbort(options.signal, () => this.#giveUp(id, "aborted", options.aborted));
      this.#entries.set(id, { options, resolve, forgetSignal });
    });
    if (options.signal.aborted) this.#giveUp(id, "aborted", options.aborted);
    return { id, result };
  }

  /** Starts the deadline of a request, in place of the one before. */
  arm(id: string): void {
    if (!this.#entries.has(id)) return;
    this.#deadlines.delete(id);
    this.#deadlines.set(id, performance.now() + this.#deadlineMs);
    if (this.#timer === undefined) this.#wait(this.#deadlineMs);
  }

  has(id: unknown): id is string {
    return typeof id === "string" && this.#entries.has(id);
  }

  /** Why the request with this id was given up before its answer came; told once, and undefined for others. */
  whyGivenUp(id: string): GivenUp | undefined {
    const why = this.#givenUp.get(id);
    this.#givenUp.delete(id);
    return why;
  }

  progress(id: string, text: string): boolean {
    const entry = this.#entries.get(id);
    entry?.options.onProgress?.(text);
    return entry !== undefined;
  }

  /** Gives a request its answer; false where none is open under this id. */
  settle(id: string, value: T): boolean {
    const entry = this.#entries.get(id);
    if (entry === undefined) return false;
    this.#entries.delete(id);
    this.#deadlines.delete(id);
    entry.forgetSignal();
    entry.resolve(value);
    return true;
  }

  settleAll(value: T): void {
    for (const id of [...this.#entries.keys()]) this.settle(id, value);
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** The timer is left running when its request is answered, and finds nothing to do; it keeps no process alive. */
  #wait(ms: number): void {
    this.#timer = setTimeout(() => this.#expire(), Math.ceil(ms)).unref();
  }

  #expire(): void {
    this.#timer = undefined;
    for (const [id, end] of this.#deadlines) {
      const left = end - performance.now();
      if (left > 0) {
        this.#wait(left);
        return;
      }
      const entry = this.#entries.get(id);
      if (entry !== undefined) this.#giveUp(id, "timed_out", entry.options.timedOut);
    }
  }

  #giveUp(id: string, why: GivenUp, verdict: (id: string) => T): void {
    if (!this.#entries.has(id)) return;
    this.#givenUp.set(id, why);
    for (const old of this.#givenUp.keys()) {
      if (this.#givenUp.size <= rememberedIds) break;
      this.#givenUp.delete(old);
    }
    this.settle(id, verdict(id));
  }
}
