/** What a tool says while it runs, kept until the consumer takes it. */

/** Most characters that wait for a slow consumer; older ones are dropped, since the result has the whole. */
const mostPending = 64 * 1024;

/** Progress texts on their way to the consumer. */
export interface ToolProgress extends AsyncIterable<string> {
  push(text: string): void;
  /** Nothing is taken after this; the iteration ends when what waits has been read. */
  close(): void;
}

/**
 * A queue of one entry: texts that wait are joined, so a consumer that reads slowly gets fewer and longer
 * pieces and never makes the host hold more than a bounded amount.
 */
export function createToolProgress(): ToolProgress {
  let pending = "";
  let closed = false;
  let wake: () => void = () => undefined;
  return {
    push(text) {
      if (closed) return;
      pending = (pending + text).slice(-mostPending);
      wake();
    },
    close() {
      closed = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      while (true) {
        if (pending !== "") {
          const text = pending;
          pending = "";
          yield text;
        } else if (closed) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
}
