/** The errors that the agent itself throws. Failures of a model or a tool are events, not exceptions. */

/** Something was asked of an agent that already runs a prompt or a compaction. */
export class BusyError extends Error {
  readonly code = "AGENT_BUSY";

  constructor(operation: string) {
    super(`cannot ${operation}: a prompt or compaction is running; wait for its done event or abort it`);
    this.name = "BusyError";
  }
}

/** A prompt without text and without images. */
export class EmptyPromptError extends Error {
  readonly code = "AGENT_EMPTY_PROMPT";

  constructor() {
    super("the prompt is empty: give it a text or at least one image");
    this.name = "EmptyPromptError";
  }
}

/** The text of whatever was thrown, never empty. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim() === "" ? "unknown error" : message;
}
