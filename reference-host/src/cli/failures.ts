/** What the user reads when the host cannot do what was asked. */
import { messageOf } from "../agent/errors.js";
import { SessionError } from "../agent/sessions.js";
import { ProviderSetupError } from "../providers/index.js";

/** The command line asks for something that does not make sense. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}

const fileCodes: ReadonlySet<string> = new Set([
  "MODELS_FILE_INVALID",
  "AUTH_FILE_INVALID",
  "CONFIG_FILE_INVALID",
]);

/** True where the command line, or a file of settings, has to be corrected before anything can run. */
export function isUsersMistake(error: unknown): boolean {
  if (error instanceof UsageError) return true;
  if (error instanceof SessionError) return error.code === "SESSION_NOT_A_FILE";
  return error instanceof ProviderSetupError && fileCodes.has(error.code);
}

/** An error in words, with the next step where it has one. */
export function describeFailure(error: unknown): string {
  const message = messageOf(error);
  return error instanceof ProviderSetupError ? `${message}\n${error.hint}` : message;
}
