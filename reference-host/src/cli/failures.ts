/** What the user reads when the host cannot do what was asked. */
import { messageOf } from "../agent/errors.js";
import { ProviderSetupError } from "../providers/index.js";

/** The command line asks for something that does not make sense. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}

/** An error in words, with the next step where it has one. */
export function describeFailure(error: unknown): string {
  const message = messageOf(error);
  return error instanceof ProviderSetupError ? `${message}\n${error.hint}` : message;
}
