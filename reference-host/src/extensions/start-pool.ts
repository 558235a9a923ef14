/** Starts many programs side by side, but not all at once: on a small machine they would starve one another past their deadlines. */

/** How many are started at once, and how long one may hold up those behind it. */
export interface PoolOptions {
  readonly width: number;
  readonly patienceMs: number;
}

/** Runs `start` for each item in order; a slot is free again when the start is over or has taken too long. */
export async function startAll<T>(
  items: readonly T[],
  start: (item: T) => Promise<void>,
  options: PoolOptions,
): Promise<void> {
  const queue = items.values();
  const all: Promise<void>[] = [];
  async function slot(): Promise<void> {
    for (const item of queue) {
      const started = start(item);
      all.push(started);
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, options.patienceMs);
      });
      await Promise.race([started, patience]);
      clearTimeout(timer);
    }
  }
  await Promise.all(Array.from({ length: options.width }, slot));
  await Promise.all(all);
}
