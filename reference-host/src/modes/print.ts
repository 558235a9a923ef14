/** Print mode: one prompt, the final text on stdout, everything else on stderr. */
import type { Writable } from "node:stream";
import type { ServerEvent } from "@extproto/schemas";
import type { Runtime } from "../runtime/contract.js";
import { cleanLine, cleanText } from "./clean-text.js";
import { outcomeText } from "./outcome-text.js";
import { runSingleShot } from "./single-shot.js";

/** How print mode is run. */
export interface PrintOptions {
  readonly runtime: Runtime;
  readonly prompt: string;
  readonly output: Writable & { readonly isTTY?: boolean };
  /** For people: notes, refusals, errors. */
  readonly report: (message: string) => void;
}

/** Prints the last text that the assistant says. Resolves with the exit status. */
export async function runPrint({ runtime, prompt, output, report }: PrintOptions): Promise<number> {
  let text: string | undefined;
  let lastError: string | undefined;
  const status = await runSingleShot({
    runtime,
    prompt,
    onEvent(event) {
      if (event.type === "assistant_message") text = textOf(event) ?? text;
      const message = remark(event);
      // A failed model call is told twice: by its turn_end and by an error.
      if (message !== undefined && message !== lastError) report(message);
      if (event.type === "turn_end") lastError = message;
    },
  });
  // A program that reads stdout gets the text as it is; a terminal gets nothing that it would obey.
  if (text !== undefined) output.write(`${output.isTTY === true ? cleanText(text) : text}\n`);
  return status;
}

function textOf(event: Extract<ServerEvent, { type: "assistant_message" }>): string | undefined {
  const texts = event.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  return texts.length === 0 ? undefined : texts.join("\n");
}

function remark(event: ServerEvent): string | undefined {
  switch (event.type) {
    case "error":
      return cleanText(event.message);
    case "turn_end":
      return event.stop === "error" ? cleanText(event.error ?? "the model call failed") : undefined;
    case "ext_notify":
      return `[${cleanLine(event.extension)}] ${cleanText(event.message)}`;
    case "ext_intercept": {
      const text = outcomeText(event);
      return text === undefined ? undefined : `[${cleanLine(event.extension)}] ${cleanText(text)}`;
    }
    default:
      return undefined;
  }
}
