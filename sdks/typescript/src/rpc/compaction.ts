/** The compaction that is running: a command whose end comes as an event, or not at all. */
import { CommandFailed } from "./errors.js";
import type { RpcEvent } from "./events.js";

/** How often a host is asked whether it is idle yet. */
const firstPauseMs = 20;
const longestPauseMs = 1_000;

interface Running {
  /** Settles when the host has begun, or refused. */
  readonly begun: Promise<unknown>;
  /** Takes the event that ends it. */
  settle(event: RpcEvent): void;
  fail(error: Error): void;
}

/** At most one compaction at a time. */
export class Compaction {
  #running: Running | undefined;

  /** Asks for one and waits for its end; gives the summary. */
  async run(ask: () => Promise<unknown>): Promise<string> {
    if (this.#running !== undefined) throw new CommandFailed("compact", "a compaction is running already");
    const begun = ask();
    const over = new Promise<RpcEvent>((settle, fail) => {
      this.#running = { begun, settle, fail };
    });
    try {
      const [event] = await Promise.all([over, begun]);
      if (event.type === "compact_done" && "summary" in event) return event.summary;
      throw new CommandFailed("compact", "message" in event ? String(event.message) : "aborted");
    } finally {
      this.#running = undefined;
    }
  }

  /** An event came that belongs to no prompt. */
  event(event: RpcEvent): void {
    if (event.type === "compact_done" || event.type === "error" || event.type === "done")
      this.#running?.settle(event);
  }

  /** The host is gone. */
  fail(error: Error): void {
    this.#running?.fail(error);
  }

  /** It was aborted. zot tells nothing of that: a host that is idle is done with it. */
  async aborted(isBusy: () => Promise<boolean>): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    try {
      // One that waits behind the prompt that was aborted is yet to run.
      await running.begun;
      let pause = firstPauseMs;
      while ((await isBusy()) && this.#running === running) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        pause = Math.min(2 * pause, longestPauseMs);
      }
      running.settle({ type: "done" });
    } catch (error) {
      running.fail(error as Error);
    }
  }
}
