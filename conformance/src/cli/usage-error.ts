/** A command line that cannot be run, with words for the person who typed it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The kit itself is not whole: something that came with it is missing. The message says what and what to do. */
export class KitFault extends Error {
  override readonly name = "KitFault";
}
