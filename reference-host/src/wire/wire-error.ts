/** Why a line could not be written. */

/** `WIRE_CLOSED`: the peer closed the pipe. `WIRE_STALLED`: it stopped reading. `WIRE_QUEUE_FULL`: too much waits for it. */
export type WireErrorCode = "WIRE_CLOSED" | "WIRE_STALLED" | "WIRE_QUEUE_FULL" | "WIRE_LINE_TOO_LONG";

/** A failed write. */
export class WireError extends Error {
  readonly code: WireErrorCode;

  constructor(code: WireErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "WireError";
    this.code = code;
  }
}
