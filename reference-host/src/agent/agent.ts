/** The agent: one transcript, one model, one operation at a time. */

import { runCompaction } from "./compaction.js";
import type { Agent, AgentOptions, ModelEntry, PromptInput } from "./contract.js";
import { BusyError, EmptyPromptError } from "./errors.js";
import { type Events, type Operation, told } from "./operation.js";
import { runPrompt } from "./prompt.js";
import { isCall } from "./repair.js";
import { abandoned } from "./tool-calls.js";
import { createTranscript } from "./transcript.js";

/**
 * Makes an agent.
 *
 * @example
 * ```ts
 * const agent = createAgent({ provider, model, cwd, system: () => "You are terse.", tools: () => [], hooks });
 * for await (const event of agent.prompt({ text: "hello" }, new AbortController().signal)) {
 *   if (event.type === "text_delta") process.stdout.write(event.delta);
 * }
 * ```
 */
export function createAgent(options: AgentOptions): Agent {
  const transcript = createTranscript(options);
  let model: ModelEntry = options.model;
  let busy = false;

  function whenIdle(operation: string): void {
    if (busy) throw new BusyError(operation);
  }

  /** Claims the agent when the iteration starts, so that an iterable that nobody reads blocks nothing. */
  async function* exclusively(
    name: string,
    signal: AbortSignal,
    run: (operation: Operation) => Events,
  ): Events {
    whenIdle(name);
    busy = true;
    const left = new AbortController();
    const operation = { options, model, transcript, signal: AbortSignal.any([signal, left.signal]) };
    try {
      yield* run(operation);
      // Idle before the word is out: whoever hears `done` may prompt at once.
      busy = false;
      yield told(operation, { type: "done" });
    } finally {
      // Reached in the middle only where the consumer left the iteration, or a hook threw.
      if (busy) {
        left.abort();
        closeCalls();
        busy = false;
      }
    }
  }

  function closeCalls(): void {
    const last = transcript.messages.at(-1);
    if (last?.role !== "assistant") return;
    transcript.append("tool", last.content.filter(isCall).map(abandoned));
  }

  return {
    prompt(input: PromptInput, signal: AbortSignal) {
      if (input.text === "" && (input.images ?? []).length === 0) throw new EmptyPromptError();
      whenIdle("prompt");
      return exclusively("prompt", signal, (operation) => runPrompt(operation, input));
    },
    compact(signal: AbortSignal) {
      whenIdle("compact");
      return exclusively("compact", signal, runCompaction);
    },
    get busy() {
      return busy;
    },
    get model() {
      return model;
    },
    setModel(next) {
      whenIdle("change the model");
      model = next;
    },
    clear() {
      whenIdle("clear the transcript");
      transcript.clear();
    },
    messages: () => transcript.messages,
    restore(messages, cumulative) {
      whenIdle("restore a transcript");
      transcript.restore(messages, cumulative);
    },
    usage: () => transcript.cumulative,
  };
}
