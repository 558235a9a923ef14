/** The events of one prompt, as they come. */
import type { Image, ServerFrame, ServerResponse, UnknownFrame } from "../protocol/index.js";

/** An event of the host; one of a type that this version does not know is kept as it came. */
export type RpcEvent = Exclude<ServerFrame, ServerResponse> | (UnknownFrame & { readonly type: string });

/** What goes with a prompt. */
export interface PromptOptions {
  readonly images?: readonly Image[];
}

/** A queue that one reader empties: what arrives before it is asked for is kept. */
export class EventQueue<Event> implements AsyncIterable<Event> {
  readonly #events: Event[] = [];
  #over = false;
  #failure: Error | undefined;
  #wake: () => void = () => {};

  push(event: Event): void {
    this.#events.push(event);
    this.#wake();
  }

  end(failure?: Error): void {
    this.#over = true;
    this.#failure ??= failure;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) yield event;
      else if (this.#failure !== undefined) throw this.#failure;
      else if (this.#over) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
