/** Events from several callbacks, read by one consumer in the order in which they happened. */

/** A queue with one reader. */
export interface EventChannel<T> {
  push(value: T): void;
  /** No more values; an error is thrown to the reader after the last value. */
  end(error?: unknown): void;
  /** Settles when the reader has taken all but a few values, or left: then it is worth producing more. */
  room(): Promise<void>;
  /** True where so much waits that whoever is not held up by `room` has to be, too. */
  readonly crowded: boolean;
  /** The next value, or undefined at the end. */
  take(): Promise<T | undefined>;
  /** Holds nobody up any more, however slow the reader is; it may still take all that comes. */
  open(): void;
  /** The reader has left: what is pushed from now on is dropped. */
  abandon(): void;
}

/** More values than this wait before `room` holds the producer up. */
const comfortable = 16;
/** And those who do not ask between any two values, more than this. */
const crowd = 1024;

/** Makes an empty channel. */
export function createEventChannel<T>(): EventChannel<T> {
  const values: T[] = [];
  let ended: { readonly error?: unknown } | undefined;
  let abandoned = false;
  let opened = false;
  let wakeReader: (() => void) | undefined;
  let wakeProducers: (() => void)[] = [];

  function hasRoom(): boolean {
    return opened || values.length < comfortable;
  }

  function isCrowded(): boolean {
    return !opened && values.length >= crowd;
  }

  function releaseProducers(): void {
    if (!hasRoom()) return;
    const waiting = wakeProducers;
    wakeProducers = [];
    for (const wake of waiting) wake();
  }

  return {
    push(value) {
      if (abandoned || ended !== undefined) return;
      values.push(value);
      wakeReader?.();
    },
    end(error) {
      ended ??= error === undefined ? {} : { error };
      wakeReader?.();
    },
    async room() {
      while (!hasRoom()) await new Promise<void>((resolve) => wakeProducers.push(resolve));
    },
    get crowded() {
      return isCrowded();
    },
    async take() {
      while (values.length === 0) {
        if (ended !== undefined) {
          if ("error" in ended) throw ended.error;
          return undefined;
        }
        await new Promise<void>((resolve) => {
          wakeReader = resolve;
        });
        wakeReader = undefined;
      }
      const value = values.shift();
      releaseProducers();
      return value;
    },
    open() {
      opened = true;
      releaseProducers();
    },
    abandon() {
      abandoned = true;
      opened = true;
      values.length = 0;
      releaseProducers();
    },
  };
}
