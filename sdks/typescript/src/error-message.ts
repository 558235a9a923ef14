/** What was thrown, in words. Anything can be thrown, also what throws when it is looked at; these never do. */
import { inspect } from "node:util";

/** What a caller is told. */
export function messageOf(error: unknown): string {
  const message = spoken(() => (error instanceof Error ? error.message : String(error)));
  if (message === undefined) return "failed with something that has no form as text";
  return message === "" ? "failed without a message" : message;
}

/** What the log is told: with the place, where there is one. */
export function described(error: unknown): string {
  return (
    spoken(() => (error instanceof Error ? (error.stack ?? error.message) : inspect(error))) ??
    messageOf(error)
  );
}

/** A message may be something else than a text: nobody keeps an error from having a number there. */
function spoken(say: () => unknown): string | undefined {
  try {
    return String(say());
  } catch {
    return undefined;
  }
}
