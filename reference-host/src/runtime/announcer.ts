/** A list of listeners that does not lose what is said before the first of them came. */

/** Tells listeners; keeps what came before the first one. */
export interface Announcer<T> {
  tell(value: T): void;
  listen(listener: (value: T) => void): () => void;
}

/** More than this is not kept: nobody may ever listen. */
const mostKept = 1000;

/** Makes an announcer without listeners. */
export function createAnnouncer<T>(): Announcer<T> {
  const listeners = new Set<(value: T) => void>();
  let kept: T[] | undefined = [];
  return {
    tell(value) {
      if (kept !== undefined) {
        if (kept.length < mostKept) kept.push(value);
        return;
      }
      for (const listener of listeners) listener(value);
    },
    listen(listener) {
      listeners.add(listener);
      const early = kept ?? [];
      kept = undefined;
      for (const value of early) listener(value);
      return () => listeners.delete(listener);
    },
  };
}
