/** What becomes of a handler. */

/** Who is told; exactly one of the two, exactly once. */
export interface Outcome {
  readonly gave: (value: unknown) => void;
  readonly threw: (error: unknown) => void;
}

/**
 * Does the work and tells what came of it. Without a promise where none is needed: most tools answer at once. Neither
 * of the two may throw: there is nobody left to tell.
 */
export function settle(work: () => unknown, { gave, threw }: Outcome): void {
  let value: unknown;
  let later: Promise<unknown> | undefined;
  try {
    value = work();
    if (isThenable(value)) later = Promise.resolve(value);
  } catch (error) {
    threw(error);
    return;
  }
  if (later === undefined) gave(value);
  else later.then(gave, threw);
}

/** Other libraries have promises of their own. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
