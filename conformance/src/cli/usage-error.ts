/** A command line that cannot be run, with words for the person who typed it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
