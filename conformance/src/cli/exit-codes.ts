/** What the exit codes of `extproto` mean. */
export const exitCodes = {
  ok: 0,
  /** Something that was checked is wrong. */
  invalid: 1,
  /** The command line, or a file it names, cannot be used. */
  usage: 2,
  /** A fault of this program, or an output that cannot be written. */
  fault: 4,
  /** Ended by Ctrl-C, as shells count it. */
  interrupted: 130,
  /** The reader of the output went away, as shells count it. */
  closedPipe: 141,
} as const;
