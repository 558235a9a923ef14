/** Slow reading: what makes a pipe run full. */
import type { Readable } from "node:stream";

/** How long a reader that sips rests after each chunk, in milliseconds. A chunk has at most 64 KiB. */
export const sipPause = 20;

/** Rests after a chunk was read: no more than some three megabytes a second are taken, however much is written. */
export function sip(stream: Readable): void {
  stream.pause();
  setTimeout(() => stream.resume(), sipPause);
}
