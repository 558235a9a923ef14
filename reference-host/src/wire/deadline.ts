/** A timer that never fires early. */

/** Cancels a deadline. Calling it again, or after the deadline, does nothing. */
export type CancelDeadline = () => void;

/**
 * Calls `expired` when `ms` milliseconds have really passed.
 *
 * The platform's timers count from the time at which the event loop last looked at the clock, so after a
 * long callback they fire early by as much. A deadline of the protocol is a promise to the other side.
 */
export function startDeadline(ms: number, expired: () => void): CancelDeadline {
  const end = performance.now() + ms;
  let timer = setTimeout(check, ms);
  function check(): void {
    const left = end - performance.now();
    if (left <= 0) expired();
    else timer = setTimeout(check, Math.ceil(left));
  }
  return () => clearTimeout(timer);
}
