// Whatever it writes waits for a while, together with all that comes in the meantime.
export function soon(flush) {
  setTimeout(flush, 25);
}
