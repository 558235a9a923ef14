/** The work that waits in the queue: prompts, compactions, reloads. */
import type { ResponseData, ServerEvent } from "@extproto/schemas";
import type { PromptInput } from "../../agent/contract.js";
import { messageOf } from "../../agent/errors.js";
import type { RpcSession } from "./session.js";

/** Queues a prompt; `onStart` is called when its turn has come, before its first event. */
export function queuePrompt(session: RpcSession, input: PromptInput, onStart: () => void = () => {}): void {
  session.queue.add({
    kind: "prompt",
    run: (signal) => {
      onStart();
      return sendEvents(session, signal, () => session.runtime.prompt(input, { signal, pace: session.room }));
    },
  });
}

/** Queues a compaction; resolves when it has ended, whatever came of it. */
export function queueCompaction(session: RpcSession, onStart: () => void = () => {}): Promise<void> {
  return new Promise((resolve) => {
    session.queue.add({
      kind: "compact",
      run: async (signal) => {
        onStart();
        await sendEvents(session, signal, () => session.runtime.compact({ signal, pace: session.room }));
        resolve();
      },
    });
  });
}

/** What becomes of a reload. Called before anything else is started. */
export interface ReloadEnd {
  readonly onEnd: (report: ResponseData["reload_extensions"]) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Queues a reload. */
export function queueReload({ queue, runtime }: RpcSession, { onEnd, onFailure }: ReloadEnd): void {
  queue.add({
    kind: "reload",
    async run() {
      try {
        const { stopped, loaded, ready, errors } = await runtime.reloadExtensions();
        onEnd({ stopped, loaded, ready, errors: errors.map((error) => ({ ...error })) });
      } catch (error) {
        onFailure(error);
      }
    },
  });
}

/**
 * Sends the events of an operation. Whatever goes wrong, the client gets its `done`: it is the only end
 * that it waits for.
 */
async function sendEvents(
  session: RpcSession,
  signal: AbortSignal,
  start: () => AsyncIterable<ServerEvent>,
): Promise<void> {
  let done = false;
  try {
    for await (const event of start()) {
      done ||= event.type === "done";
      session.send(event);
    }
  } catch (error) {
    if (!signal.aborted) session.send({ type: "error", message: messageOf(error) });
  }
  if (!done) session.send({ type: "done" });
}
