/** Why an `ext` command did not do what was asked. */

/** Codes of failures, for tests and scripts that read the message. */
export type ExtFailureCode =
  | "EXT_CLI_BAD_NAME"
  | "EXT_CLI_NOT_FOUND"
  | "EXT_CLI_BAD_SOURCE"
  | "EXT_CLI_EXISTS"
  | "EXT_CLI_CLONE_FAILED"
  | "EXT_CLI_NOT_CONFIRMED"
  | "EXT_CLI_BAD_MANIFEST"
  | "EXT_CLI_NO_LOG";

/** A failure, with the next step in its message where there is one. */
export class ExtFailure extends Error {
  readonly code: ExtFailureCode;

  constructor(code: ExtFailureCode, message: string, cause?: unknown) {
    super(`${message} (${code})`, cause === undefined ? undefined : { cause });
    this.name = "ExtFailure";
    this.code = code;
  }
}

/** The command line was not understood. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
