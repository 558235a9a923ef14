/** Many who wait for one signal, with one listener on it: the platform warns of more than ten, and adding one is slow. */

const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls back when the signal is aborted. Returns how to take that back. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  let callbacks = waiting.get(signal);
  if (callbacks === undefined) {
    const created = new Set<() => void>();
    callbacks = created;
    waiting.set(signal, created);
    signal.addEventListener(
      "abort",
      () => {
        for (const each of [...created]) each();
      },
      { once: true },
    );
  }
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}
