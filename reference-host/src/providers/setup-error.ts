/** What can be wrong before a model is called. The guide lists each code with its fix. */
export type SetupErrorCode =
  | "PROVIDER_UNKNOWN"
  | "PROVIDER_KEY_MISSING"
  | "PROVIDER_BASE_URL_INVALID"
  | "MODEL_UNKNOWN"
  | "MODEL_REQUIRED"
  | "MODELS_FILE_INVALID"
  | "AUTH_FILE_INVALID"
  | "CONFIG_FILE_INVALID"
  | "SCRIPT_INVALID";

/**
 * A provider or model that cannot be set up: what is wrong, and in `hint` what to do about it.
 *
 * @example
 * ```ts
 * try { await resolveProvider(options) } catch (error) {
 *   if (error instanceof ProviderSetupError) console.error(`${error.message}\n${error.hint}`);
 * }
 * ```
 */
export class ProviderSetupError extends Error {
  readonly code: SetupErrorCode;
  readonly hint: string;

  constructor(code: SetupErrorCode, facts: { message: string; hint: string; cause?: unknown }) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = "ProviderSetupError";
    this.code = code;
    this.hint = facts.hint;
  }
}
