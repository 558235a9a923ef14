/** Ctrl-C and its relatives: the first asks everything to end cleanly, the second ends at once. */

import { setMaxListeners } from "node:events";

/** Listens for signals that end the kit. */
export interface Interruption {
  /** Aborted by the first signal, with an {@link InterruptedError}. */
  readonly signal: AbortSignal;
  /** The signal that came, if one did. */
  received(): NodeJS.Signals | undefined;
  dispose(): void;
}

/** The check was given up because of a signal: why a wait ended that could not be waited out. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super(`interrupted by ${signal}`);
    this.exitCode = exitCodeOf(signal);
  }
}

const numbers: Readonly<Record<string, number>> = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

/** The exit code by which shells know the signal. */
export function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + (numbers[signal] ?? 0);
}

/**
 * Begins to listen.
 *
 * @example
 * ```ts
 * const interruption = listenForInterruption();
 * const results = await runAll({ target, cases, options: { out, signal: interruption.signal } });
 * ```
 */
export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  // Every run that is under way listens, and there may be many.
  setMaxListeners(0, controller.signal);
  let first: NodeJS.Signals | undefined;
  const take = (signal: NodeJS.Signals): void => {
    if (first !== undefined) process.exit(exitCodeOf(signal));
    first = signal;
    controller.abort(new InterruptedError(signal));
  };
  const signals = Object.keys(numbers) as NodeJS.Signals[];
  for (const signal of signals) process.on(signal, take);
  return {
    signal: controller.signal,
    received: () => first,
    dispose() {
      for (const signal of signals) process.off(signal, take);
    },
  };
}
