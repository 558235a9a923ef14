/** The prompt loop: model call, tools, next model call, until the model has no more tools to call. */
import type { Block, PromptInput } from "./contract.js";
import { type Events, type Operation, told } from "./operation.js";
import { runToolCalls } from "./tool-calls.js";
import { runTurn } from "./turn.js";
import { toWireBlocks } from "./wire-form.js";

/** Runs a prompt to its end; `done` is the caller's to tell. */
export async function* runPrompt(operation: Operation, input: PromptInput): Events {
  const message = operation.transcript.append("user", userContent(input));
  yield told(operation, { type: "user_message", content: toWireBlocks(message.content), time: message.time });
  for (let step = 1; ; step++) {
    const turn = yield* runTurn(operation, step);
    if (turn.calls.length === 0) return;
    yield* runToolCalls(operation, turn);
    if (operation.signal.aborted) return;
    if (step === operation.options.maxSteps) {
      const message = `stopped after ${step} model calls, the limit set by --max-steps; prompt again to go on`;
      yield told(operation, { type: "error", message });
      return;
    }
  }
}

function userContent(input: PromptInput): Block[] {
  const images = (input.images ?? []).map((image): Block => ({ type: "image", ...image }));
  return input.text === "" ? images : [{ type: "text", text: input.text }, ...images];
}
