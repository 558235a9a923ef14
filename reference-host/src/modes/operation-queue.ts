/** Prompts, compactions and reloads, one at a time, in the order in which they were asked for. */

/** Something that has to wait until nothing else runs. */
export interface Operation {
  /** Only a prompt or a compaction makes the server busy and can be aborted; a reload does not. */
  readonly kind: "prompt" | "compact" | "reload";
  /** Starts the work. Never rejects. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** A first-in-first-out queue that runs one operation at a time. */
export interface OperationQueue {
  /** An idle queue starts the operation before this returns. */
  add(operation: Operation): void;
  /** Ends the running operation, and leaves those that wait alone. */
  abort(): void;
  /** Forgets what waits, and ends what runs. */
  dropAll(): void;
  /** True while a prompt or a compaction runs. */
  readonly busy: boolean;
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>;
}

/** Makes an empty queue. */
export function createOperationQueue(): OperationQueue {
  const waiting: Operation[] = [];
  let running: { readonly operation: Operation; readonly controller: AbortController } | undefined;
  let idleWaiters: (() => void)[] = [];

  function next(): void {
    if (running !== undefined) return;
    const operation = waiting.shift();
    if (operation === undefined) {
      const waiters = idleWaiters;
      idleWaiters = [];
      for (const resolve of waiters) resolve();
      return;
    }
    const controller = new AbortController();
    running = { operation, controller };
    void operation.run(controller.signal).finally(() => {
      running = undefined;
      next();
    });
  }

  function abort(): void {
    if (running !== undefined && running.operation.kind !== "reload") running.controller.abort();
  }

  return {
    add(operation) {
      waiting.push(operation);
      next();
    },
    abort,
    dropAll() {
      waiting.length = 0;
      abort();
    },
    get busy() {
      return running !== undefined && running.operation.kind !== "reload";
    },
    async idle() {
      while (running !== undefined || waiting.length > 0) {
        await new Promise<void>((resolve) => idleWaiters.push(resolve));
      }
    },
  };
}
