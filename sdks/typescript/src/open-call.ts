/** A tool call that is being worked on, as its handler sees it. */
import type { HostInfo, ToolContext } from "./handlers.js";
import { rawField } from "./raw-field.js";

/** What a call needs of its extension. */
export interface CallOwner {
  readonly known: HostInfo;
  progress(id: string, text: string): void;
  log(...values: readonly unknown[]): void;
}

/** The signal is made when it is first asked for: few handlers look at it, and it costs more than the call. */
export class OpenCall implements ToolContext {
  readonly id: string;
  readonly #line: string;
  readonly #owner: CallOwner;
  #controller: AbortController | undefined;
  #reason: string | undefined;

  constructor(id: string, line: string, owner: CallOwner) {
    this.id = id;
    this.#line = line;
    this.#owner = owner;
  }

  get rawArgs(): string {
    return rawField(this.#line, "args") ?? "{}";
  }

  get host(): HostInfo {
    return this.#owner.known;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(new Error(this.#reason));
    }
    return this.#controller.signal;
  }

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  /** Handlers take these out of their context, so they are bound. */
  get progress(): (text: string) => void {
    return (text) => this.#owner.progress(this.id, text);
  }

  get log(): (...values: readonly unknown[]) => void {
    return (...values) => this.#owner.log(...values);
  }

  abort(reason: string): void {
    this.#reason ??= reason;
    this.#controller?.abort(new Error(reason));
  }
}
