/** How the process is asked to end, other than by finishing its work: signals and faults of its own. */
import type { EventEmitter } from "node:events";

/** The part of `process` that is listened to. */
export type ProcessEvents = Pick<EventEmitter, "on" | "off">;

/** Watches for signals and uncaught errors from its creation on. */
export interface Lifetime {
  /** Resolves with the exit status when the process has to end. */
  readonly ended: Promise<number>;
  /** Lets a mode decide what SIGINT means. It returns false to leave it at the default: the process ends. */
  onInterrupt(handler: () => boolean): void;
  /** Ends as if a signal with this exit status had come. */
  end(status: number): void;
  dispose(): void;
}

const statusOf = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Takes over the signals that end a process, so that extensions are stopped before it does.
 *
 * The handlers stay until the process ends: a second Ctrl-C while extensions are being stopped would
 * otherwise leave some behind. Stopping is bounded by its own deadlines.
 */
export function watchLifetime(options: {
  readonly process: ProcessEvents;
  readonly report: (message: string) => void;
}): Lifetime {
  let resolveEnded: (status: number) => void = () => {};
  const ended = new Promise<number>((resolve) => {
    resolveEnded = resolve;
  });
  let interrupt: (() => boolean) | undefined;

  const onSignal = (signal: keyof typeof statusOf) => {
    if (signal === "SIGINT" && interrupt?.() === true) return;
    resolveEnded(statusOf[signal]);
  };
  const onFault = (error: unknown) => {
    options.report(
      `internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    resolveEnded(1);
  };
  const listeners: readonly (readonly [string, (cause: unknown) => void])[] = [
    ...Object.keys(statusOf).map((name) => [name, () => onSignal(name as keyof typeof statusOf)] as const),
    ["uncaughtException", onFault],
    ["unhandledRejection", onFault],
  ];
  for (const [event, listener] of listeners) options.process.on(event, listener);

  return {
    ended,
    onInterrupt(handler) {
      interrupt = handler;
    },
    end: resolveEnded,
    dispose() {
      for (const [event, listener] of listeners) options.process.off(event, listener);
    },
  };
}
