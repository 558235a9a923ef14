/**
 * One HTTP request to a model: joins the caller's abort and the idle deadline into the signal that the SDK
 * is given, and afterwards tells the two apart from a connection that broke.
 */

/** How a call is watched. */
export interface HttpCallOptions {
  /** The caller's. */
  readonly signal: AbortSignal;
  /** Longest wait for the headers, and then for each next byte, in milliseconds. */
  readonly idleTimeoutMs: number;
}

/** Default idle deadline. Node's fetch gives up by itself after 300 s, so a longer one has no effect. */
export const DEFAULT_IDLE_TIMEOUT_MS = 240_000;

/** As much of a body that is no answer is shown, in characters. */
const shownOfBody = 120;

/** A watched HTTP call. `close` releases its timer and listener, and ends the request if it still runs. */
export class HttpCall {
  /** True from the moment the response's headers were accepted. */
  opened = false;
  /** True from the moment some text or tool call of the answer was passed on. */
  delivered = false;
  /** True where the idle deadline ended the call. */
  stalled = false;
  /** The address that the server wanted the request to be sent to instead. Nothing was sent there. */
  redirect: URL | undefined;
  readonly idleTimeoutMs: number;
  readonly #caller: AbortSignal;
  readonly #controller = new AbortController();
  readonly #onAbort = () => this.#controller.abort(this.#caller.reason);
  #timer: NodeJS.Timeout | undefined;
  #contentType = "";
  /** The first bytes of the body, for a person to see what came. */
  #beginning = "";

  constructor(options: HttpCallOptions) {
    this.idleTimeoutMs = options.idleTimeoutMs;
    this.#caller = options.signal;
    if (options.signal.aborted) this.#onAbort();
    else options.signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** For the SDK's request. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** True where the caller ended the call. */
  get aborted(): boolean {
    return this.#caller.aborted;
  }

  /** What came in place of a stream of events, in words; undefined where it may have been one. */
  get oddAnswer(): string | undefined {
    const text = this.#beginning.trim();
    if (text === "" || /^\W*(?:event|data|id|retry)?:/.test(text)) return undefined;
    const kind = this.#contentType === "" ? "something" : this.#contentType;
    return `${kind} that begins with ${JSON.stringify(text.slice(0, shownOfBody))}`;
  }

  /** The first event that is not JSON, where it is at the beginning: an SDK may pass over one without a name. */
  get oddEvent(): string | undefined {
    const events = [...this.#beginning.matchAll(/^data: ?(.+?)\r?\n/gm)].map(([, data]) => data ?? "");
    const odd = events.find((data) => data !== "[DONE]" && !isJson(data));
    return odd === undefined ? undefined : JSON.stringify(odd.slice(0, shownOfBody));
  }

  /** Passes on a part of the answer, and remembers that it did. */
  *deliver<T>(parts: Iterable<T>): Generator<T> {
    for (const part of parts) {
      this.delivered = true;
      yield part;
    }
  }

  /**
   * A fetch that watches the bytes. The SDKs swallow keep-alive events, so a model that thinks for minutes
   * looks dead one level up; and only the time spent waiting for a read counts, so that a slow consumer is
   * not taken for a silent server.
   */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const response = await this.#waitFor(globalThis.fetch(input, { ...init, redirect: "manual" }));
    await this.#refuseRedirect(response, input);
    if (response.body === null) return response;
    const reader = response.body.getReader();
    const watched = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const { done, value } = await this.#waitFor(reader.read());
          if (done) controller.close();
          else {
            if (this.#beginning.length < shownOfBody) this.#beginning += new TextDecoder().decode(value);
            controller.enqueue(value);
          }
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
    const { status, statusText, headers } = response;
    this.#contentType = headers.get("content-type")?.split(";")[0]?.trim() ?? "";
    return new Response(watched, { status, statusText, headers });
  };

  /** The request carries the key and the whole conversation: where they go is for the user to say. */
  async #refuseRedirect(response: Response, input: string | URL | Request): Promise<void> {
    const location = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || location === null) return;
    const asked = input instanceof Request ? input.url : String(input);
    this.redirect = URL.canParse(location, asked) ? new URL(location, asked) : new URL(asked);
    await response.body?.cancel();
    throw new Error(`redirected to ${this.redirect.href}`);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener("abort", this.#onAbort);
    this.#controller.abort();
  }

  async #waitFor<T>(step: Promise<T>): Promise<T> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.stalled = true;
      this.#controller.abort();
    }, this.idleTimeoutMs);
    try {
      return await step;
    } finally {
      clearTimeout(this.#timer);
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
