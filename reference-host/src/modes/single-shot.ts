/** One prompt, then the end: what print mode and json mode have in common. */
import type { Readable } from "node:stream";
import type { ServerEvent } from "@extproto/schemas";
import type { Runtime } from "../runtime/contract.js";

/** How a single prompt is run. */
export interface SingleShotOptions {
  readonly runtime: Runtime;
  readonly prompt: string;
  readonly onEvent: (event: ServerEvent) => void;
  /** Awaited between the agent's events where it is a promise: the reader may be slow. */
  readonly pace?: () => Promise<void> | undefined;
}

/**
 * Runs a prompt. Resolves with the exit status: 1 where the prompt did not come to its end, because the
 * model failed, the turn was refused or the steps ran out.
 */
export async function runSingleShot({ runtime, prompt, onEvent, pace }: SingleShotOptions): Promise<number> {
  let status = 0;
  const show = (event: ServerEvent) => {
    if (event.type === "error" || (event.type === "turn_end" && event.stop === "error")) status = 1;
    // Nobody is there to be asked.
    if (event.type === "tool_approval_request") {
      runtime.answerApproval(event.approval_id, {
        allow: false,
        reason: "--no-yolo asks before each tool call, and there is nobody to ask in this mode",
      });
    }
    onEvent(event);
  };
  runtime.onEvent(show);
  if (pace !== undefined) runtime.paceExtensions(pace);
  for await (const event of runtime.prompt(prompt, pace === undefined ? {} : { pace })) show(event);
  return status;
}

/** The prompt: the words of the command line, else all of stdin. Undefined where there is neither. */
export async function promptFrom(
  words: string | undefined,
  input: Readable & { isTTY?: boolean },
): Promise<string | undefined> {
  if (words !== undefined) return words;
  if (input.isTTY === true) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8").trim();
  return text === "" ? undefined : text;
}
