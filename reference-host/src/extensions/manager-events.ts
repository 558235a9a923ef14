/** Tells listeners what happens; what happened before anybody listened is told to the first who does. */
import type { ManagerEvent } from "./contract.js";

/** Most events that are kept for a first listener. */
const keptEvents = 1_000;

/** A list of listeners. */
export class ManagerEvents {
  readonly #listeners = new Set<(event: ManagerEvent) => void>();
  #kept: ManagerEvent[] = [];

  tell(event: ManagerEvent): void {
    if (this.#listeners.size > 0) for (const listener of [...this.#listeners]) listener(event);
    else if (this.#kept.length < keptEvents) this.#kept.push(event);
  }

  add(listener: (event: ManagerEvent) => void): () => void {
    this.#listeners.add(listener);
    const kept = this.#kept;
    this.#kept = [];
    for (const event of kept) listener(event);
    return () => this.#listeners.delete(listener);
  }
}
