/** How long the host waits for `ready`: until it comes, until the extension has been silent, at most for the grace. */
import { type CancelDeadline, startDeadline } from "../wire/index.js";

/** How the wait is made. Times are in milliseconds. */
export interface ReadyWaitOptions {
  readonly grace: number;
  readonly idle: number;
  /** Called once, when the wait is over. */
  readonly onOver: (how: "ready" | "idle" | "grace") => void;
}

/** A wait that goes on. */
export interface ReadyWait {
  /** A frame has arrived. */
  frame(): void;
  /** `ready` has arrived. */
  ready(): void;
  cancel(): void;
}

/** Begins to wait, from `hello` on. */
export function waitForReady(options: ReadyWaitOptions): ReadyWait {
  const begin = performance.now();
  let latest = begin;
  let over = false;
  let cancelDeadline: CancelDeadline = arm();

  function left(): { idle: number; grace: number } {
    const now = performance.now();
    return { idle: latest + options.idle - now, grace: begin + options.grace - now };
  }

  function arm(): CancelDeadline {
    const { idle, grace } = left();
    // The immediate lets frames that are already in the pipe be read first, where the loop was late.
    return startDeadline(Math.max(0, Math.min(idle, grace)), () => setImmediate(check));
  }

  function check(): void {
    if (over) return;
    const { idle, grace } = left();
    if (grace <= 0) finish("grace");
    else if (idle <= 0) finish("idle");
    else cancelDeadline = arm();
  }

  function finish(how: "ready" | "idle" | "grace"): void {
    if (over) return;
    over = true;
    cancelDeadline();
    options.onOver(how);
  }

  return {
    frame() {
      latest = performance.now();
    },
    ready: () => finish("ready"),
    cancel() {
      over = true;
      cancelDeadline();
    },
  };
}
