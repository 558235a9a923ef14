/** What can be wrong with how a runtime is made or used. */

/** `RUNTIME_CLOSED`: used after `close()`. The others name an option that means nothing. */
export type RuntimeErrorCode = "RUNTIME_CLOSED" | "CWD_NOT_FOUND" | "MODEL_UNKNOWN" | "TOOL_UNKNOWN";

/** A mistake of the caller. */
export class RuntimeError extends Error {
  readonly code: RuntimeErrorCode;

  constructor(code: RuntimeErrorCode, message: string) {
    super(message);
    this.name = "RuntimeError";
    this.code = code;
  }
}
