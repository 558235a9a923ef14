/** Work that is done one piece at a time, in the order in which it came. */
export class InOrder {
  readonly #onError: (error: unknown) => void;
  readonly #waiting: (() => unknown)[] = [];
  #working = false;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(work: () => unknown): void {
    this.#waiting.push(work);
    if (!this.#working) void this.#work();
  }

  async #work(): Promise<void> {
    this.#working = true;
    for (let work = this.#waiting.shift(); work !== undefined; work = this.#waiting.shift()) {
      try {
        await work();
      } catch (error) {
        this.#onError(error);
      }
    }
    this.#working = false;
  }
}
