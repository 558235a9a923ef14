/** When something is early, and when it is late. */
import type { Duration } from "../case/format.js";
import type { Deadline } from "./contract.js";

type Deadlines = Readonly<Record<string, Deadline>>;

/** A duration in milliseconds; undefined where the target has no such deadline. */
export function millis(duration: Duration, deadlines: Deadlines): number | undefined {
  if (typeof duration === "number") return duration;
  const deadline = deadlines[duration.$deadline];
  return deadline === undefined ? undefined : deadline.ms * (duration.times ?? 1) + (duration.plus ?? 0);
}

/**
 * How long to wait before something counts as missing: three times as long as it may take, or as long as it may
 * take and twenty times the noise, whichever is more. A deadline may have a bound of its own.
 */
export function livenessBound(duration: Duration, deadlines: Deadlines, noise: number): number | undefined {
  if (typeof duration !== "number") {
    const bound = deadlines[duration.$deadline]?.bound;
    if (bound !== undefined) return bound * (duration.times ?? 1) + (duration.plus ?? 0) + 20 * noise;
  }
  const ms = millis(duration, deadlines);
  return ms === undefined ? undefined : Math.max(3 * ms, ms + 20 * noise);
}

/**
 * How much earlier than its time something may be observed and still be in time.
 *
 * What the kit sent is stamped before the write, so a wait that begins with it is never measured too short, save
 * for the grain of timers. What the kit received was written a moment before it was stamped: that moment is as
 * long as the scheduler made it.
 */
export function earlySlack(ms: number, since: "sent" | "received", noise: number): number {
  return since === "sent" ? Math.min(2, ms / 2) : Math.min(ms / 2, 10 + 4 * noise);
}

/** How far apart the stamps of two actors have to be before their order is believed. */
export function orderSlack(noise: number): number {
  return 5 + 4 * noise;
}

/** Times are kept to the microsecond, so that they survive being written down. */
export function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
