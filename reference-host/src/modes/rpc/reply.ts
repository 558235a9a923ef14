/** Answers to commands, in the one shape they have. */
import type { Response, ResponseData } from "@extproto/schemas";

/** A command as far as its answer needs it. */
export interface Asked {
  readonly type: string;
  readonly id?: string | undefined;
}

/** Why a command is not carried out; the client reads the message. */
export class Refusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Refusal";
  }
}

/** The answer to a command that succeeded. */
export function success<C extends keyof ResponseData>(
  asked: { type: C; id?: string },
  data: ResponseData[C],
): Response {
  // The map from command to data is checked by the signature; the compiler cannot follow it into the union.
  return { ...envelope(asked), success: true, ...(data === undefined ? {} : { data }) } as Response;
}

/** The answer to a command that failed, or to a line that is none (its type is then empty). */
export function failure(asked: Asked, error: string): Response {
  return { ...envelope(asked), success: false, error: error === "" ? "failed" : error };
}

/** An empty id counts as none. */
function envelope(asked: Asked): { type: "response"; id?: string; command: string } {
  const id = asked.id === undefined || asked.id === "" ? {} : { id: asked.id };
  return { type: "response", ...id, command: asked.type };
}
