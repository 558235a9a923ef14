/** Tells listeners what happens; what happened before anybody listened is told to the first who does. */
import type { ManagerEvent } from "./contract.js";

/** Most events that are kept for a first listener. */
const keptEvents = 1_000;

/** Where it returns a promise, the extension that caused the event is not read from until that settles. */
export type ManagerListener = (event: ManagerEvent) => Promise<void> | undefined | void;

/** A list of listeners. */
export class ManagerEvents {
  readonly #listeners = new Set<ManagerListener>();
  #kept: ManagerEvent[] = [];

  /** Settles when all listeners have room for more; undefined where they have it now. */
  tell(event: ManagerEvent): Promise<void> | undefined {
    if (this.#listeners.size === 0) {
      if (this.#kept.length < keptEvents) this.#kept.push(event);
      return undefined;
    }
    let room: Promise<void> | undefined;
    for (const listener of [...this.#listeners]) {
      const mine = listener(event);
      if (mine instanceof Promise)
        room = room === undefined ? mine : Promise.all([room, mine]).then(() => {});
    }
    return room;
  }

  add(listener: ManagerListener): () => void {
    this.#listeners.add(listener);
    const kept = this.#kept;
    this.#kept = [];
    for (const event of kept) listener(event);
    return () => this.#listeners.delete(listener);
  }
}
