/** Requests that wait for an answer with their id: each is settled exactly once, by answer, deadline, abort or death. */
import { type CancelDeadline, startDeadline } from "../wire/index.js";
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
  cancelDeadline: CancelDeadline | undefined;
}

/** How many given-up ids are remembered, so that their late answers are no surprise. */
const rememberedIds = 1_000;

/** The open requests of one kind to one extension. */
export class PendingRequests<T> {
  readonly #prefix: string;
  readonly #entries = new Map<string, Entry<T>>();
  readonly #givenUp = new Set<string>();
  #count = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  open(options: RequestOptions<T>): OpenRequest<T> {
    this.#count++;
    const id = `${this.#prefix}${this.#count}`;
    const result = new Promise<T>((resolve) => {
      const forgetSignal = onAbort(options.signal, () => this.#giveUp(id, options.aborted));
      this.#entries.set(id, { options, resolve, forgetSignal, cancelDeadline: undefined });
    });
    if (options.signal.aborted) this.#giveUp(id, options.aborted);
    return { id, result };
  }

  /** Starts the deadline of a request, in place of the one before. */
  arm(id: string, ms: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.cancelDeadline?.();
    entry.cancelDeadline = startDeadline(ms, () => this.#giveUp(id, entry.options.timedOut));
  }

  has(id: unknown): id is string {
    return typeof id === "string" && this.#entries.has(id);
  }

  /** True, once, for an id whose request was given up before its answer came. */
  wasGivenUp(id: unknown): boolean {
    return typeof id === "string" && this.#givenUp.delete(id);
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
    entry.cancelDeadline?.();
    entry.forgetSignal();
    entry.resolve(value);
    return true;
  }

  settleAll(value: T): void {
    for (const id of [...this.#entries.keys()]) this.settle(id, value);
  }

  #giveUp(id: string, verdict: (id: string) => T): void {
    if (!this.#entries.has(id)) return;
    this.#givenUp.add(id);
    for (const old of this.#givenUp) {
      if (this.#givenUp.size <= rememberedIds) break;
      this.#givenUp.delete(old);
    }
    this.settle(id, verdict(id));
  }
}
