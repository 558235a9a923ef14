/** Prompts and compactions as their callers read them: one at a time, all events in causal order. */
import type { ServerEvent } from "@extproto/schemas";
import { AbortedError, untilAborted } from "../agent/abortable.js";
import { BusyError } from "../agent/errors.js";
import type { OperationOptions } from "./contract.js";
import { createEventChannel, type EventChannel } from "./event-channel.js";

/** The agent's side of an operation. */
type Start = (signal: AbortSignal) => AsyncIterable<ServerEvent>;

/** Runs operations, and says where an event has to go. */
export interface Operations {
  readonly busy: boolean;
  /**
   * An operation that begins when its events are first asked for. `start` is the agent's side; the events
   * that it yields have already come through `offer`, and only set the pace here.
   */
  run(name: string, start: Start, options?: OperationOptions): AsyncIterable<ServerEvent>;
  /** Puts an event among those of the running operation. False where none runs. */
  offer(event: ServerEvent): boolean;
  /** Settles when the reader of the running operation has caught up; undefined where it is not far behind. */
  room(): Promise<void> | undefined;
  cancel(): void;
  /** Throws a BusyError while an operation runs. */
  refuseWhileBusy(what: string): void;
  /**
   * Cancels what runs, and resolves when it has ended, which an abort brings about in bounded time. Its reader may
   * read on to `done`, but is not waited for: it may be the one that waits for this.
   */
  end(): Promise<void>;
}

interface Running {
  readonly channel: EventChannel<ServerEvent>;
  readonly controller: AbortController;
  readonly finished: Promise<void>;
}

/** Makes the operations of a runtime; `prepare` is awaited before each, or until it is aborted. */
export function createOperations(prepare: () => Promise<unknown>): Operations {
  let running: Running | undefined;

  function refuseWhileBusy(what: string): void {
    if (running !== undefined) throw new BusyError(what);
  }

  function begin(start: Start, { signal, pace }: OperationOptions): Running {
    const channel = createEventChannel<ServerEvent>();
    const controller = new AbortController();
    const all = signal === undefined ? controller.signal : AbortSignal.any([controller.signal, signal]);
    const finished = pump(start, { signal: all, channel, pace });
    return { channel, controller, finished };
  }

  async function pump(
    start: Start,
    {
      signal,
      channel,
      pace,
    }: { signal: AbortSignal; channel: EventChannel<ServerEvent>; pace: OperationOptions["pace"] },
  ): Promise<void> {
    try {
      await unlessAborted(prepare(), signal);
      for await (const _ of start(signal)) {
        await channel.room();
        const pause = pace?.();
        if (pause !== undefined) await unlessAborted(pause, signal);
      }
      channel.end();
    } catch (error) {
      channel.end(error);
    }
  }

  async function* events(
    name: string,
    start: Start,
    options: OperationOptions,
  ): AsyncGenerator<ServerEvent, void, undefined> {
    refuseWhileBusy(name);
    const mine = begin(start, options);
    running = mine;
    try {
      for (let event = await mine.channel.take(); event !== undefined; event = await mine.channel.take()) {
        // Whoever reads `done` may start the next operation at once.
        if (event.type === "done") running = undefined;
        yield event;
      }
    } finally {
      // The reader may have left in the middle: what runs ends, and nobody is told of it.
      mine.controller.abort();
      mine.channel.abandon();
      await mine.finished;
      if (running === mine) running = undefined;
    }
  }

  return {
    get busy() {
      return running !== undefined;
    },
    run(name, start, options = {}) {
      refuseWhileBusy(name);
      return events(name, start, options);
    },
    offer(event) {
      running?.channel.push(event);
      return running !== undefined;
    },
    room: () => (running?.channel.crowded === true ? running.channel.room() : undefined),
    cancel: () => running?.controller.abort(),
    refuseWhileBusy,
    async end() {
      const last = running;
      last?.controller.abort();
      last?.channel.open();
      await last?.finished;
    },
  };
}

/** Settles with the promise or with the abort, whichever comes first: whatever is slow, a cancel is heard. */
async function unlessAborted(waited: Promise<unknown>, signal: AbortSignal): Promise<void> {
  try {
    await untilAborted(() => waited, signal);
  } catch (error) {
    if (!(error instanceof AbortedError)) throw error;
  }
}
