/** Prompts and compactions as their callers read them: one at a time, all events in causal order. */
import type { ServerEvent } from "@extproto/schemas";
import { BusyError } from "../agent/errors.js";
import type { OperationOptions } from "./contract.js";
import { createEventChannel, type EventChannel } from "./event-channel.js";

/** Runs operations, and says where an event has to go. */
export interface Operations {
  readonly busy: boolean;
  /**
   * An operation that begins when its events are first asked for. `start` is the agent's side; the events
   * that it yields have already come through `offer`, and only set the pace here.
   */
  run(
    name: string,
    start: (signal: AbortSignal) => AsyncIterable<ServerEvent>,
    options?: OperationOptions,
  ): AsyncIterable<ServerEvent>;
  /** Puts an event among those of the running operation. False where none runs. */
  offer(event: ServerEvent): boolean;
  cancel(): void;
  /** Throws a BusyError while an operation runs. */
  refuseWhileBusy(what: string): void;
  /** Cancels what runs, and resolves when it has ended. */
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

  function begin(
    start: (signal: AbortSignal) => AsyncIterable<ServerEvent>,
    signal: AbortSignal | undefined,
  ): Running {
    const channel = createEventChannel<ServerEvent>();
    const controller = new AbortController();
    const all = signal === undefined ? controller.signal : AbortSignal.any([controller.signal, signal]);
    const finished = pump(start, all, channel);
    return { channel, controller, finished };
  }

  async function pump(
    start: (signal: AbortSignal) => AsyncIterable<ServerEvent>,
    signal: AbortSignal,
    channel: EventChannel<ServerEvent>,
  ): Promise<void> {
    try {
      await unlessAborted(prepare(), signal);
      for await (const _ of start(signal)) await channel.room();
      channel.end();
    } catch (error) {
      channel.end(error);
    }
  }

  async function* events(
    name: string,
    start: (signal: AbortSignal) => AsyncIterable<ServerEvent>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ServerEvent, void, undefined> {
    refuseWhileBusy(name);
    const mine = begin(start, signal);
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
      return events(name, start, options.signal);
    },
    offer(event) {
      running?.channel.push(event);
      return running !== undefined;
    },
    cancel: () => running?.controller.abort(),
    refuseWhileBusy,
    async end() {
      const last = running;
      last?.controller.abort();
      last?.channel.abandon();
      await last?.finished;
    },
  };
}

/** Extensions that are slow to start must not make a prompt deaf to its abort. */
function unlessAborted(waited: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  if (signal.aborted) return Promise.resolve();
  const aborted = new Promise<void>((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true }),
  );
  return Promise.race([waited, aborted]);
}
