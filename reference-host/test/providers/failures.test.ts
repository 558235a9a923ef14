import { once } from "node:events";
import { createServer } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ProviderError } from "../../src/agent/contract.js";
import { type ModelServer, type Reply, startOpenAiServer } from "../servers/index.js";
import { anthropic, chat, collect, requestOf, responses, textOf, type Wire, wires } from "./wires.js";

const signal = new AbortController().signal;
let server: ModelServer | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await server?.close();
  server = undefined;
});

/** How a call to a server with this script goes. */
const outcome = async (wire: Wire, ...replies: Reply[]) => {
  server = await wire.start(replies);
  const { events, error } = await collect(wire.provider(server.url).stream(requestOf(wire, "hi"), signal));
  if (!(error instanceof ProviderError)) throw new Error("the call did not fail", { cause: error });
  return { events, error, requests: server.requests.length };
};

describe.each(wires)("$title", (wire) => {
  it.each([
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [429, true],
    [500, false],
    [502, true],
    [503, true],
    [504, true],
    [529, true],
  ])("reports HTTP %i once, and says whether to try again: %s", async (status, retryable) => {
    const { events, error, requests } = await outcome(wire, { status, message: "because" });
    expect(events).toEqual([]);
    expect({ status: error.status, retryable: error.retryable }).toEqual({ status, retryable });
    expect(error.message).toMatch(new RegExp(`^${wire.model.provider}: HTTP ${status} \\S+: because`));
    expect(requests).toBe(1);
  });

  it("says what to do about a key that is refused", async () => {
    const { error } = await outcome(wire, { status: 401 });
    expect(error.message).toContain("check the API key");
  });

  it("lets the server say that trying again is of no use, or of some", async () => {
    const no = await outcome(wire, { status: 529, headers: { "x-should-retry": "false" } });
    await server?.close();
    const yes = await outcome(wire, { status: 500, headers: { "x-should-retry": "true" } });
    expect([no.error.retryable, yes.error.retryable]).toEqual([false, true]);
  });

  it("reads an error page that is no JSON", async () => {
    const { error } = await outcome(wire, { status: 503, body: "<h1>down</h1>" });
    expect(error.message).toContain("<h1>down</h1>");
  });

  it("calls a server that is not there a network error, worth another try", async () => {
    const port = await freePort();
    const provider = wire.provider(`http://127.0.0.1:${port}`);
    const { error } = await collect(provider.stream(requestOf(wire, "hi"), signal));
    expect(error).toMatchObject({ name: "ProviderError", status: undefined, retryable: true });
    expect((error as Error).message).toContain("ECONNREFUSED");
  });

  it("calls a server that hangs up a network error, worth another try", async () => {
    const { error, requests } = await outcome(wire, { hangUp: true });
    expect(error).toMatchObject({ status: undefined, retryable: true });
    expect(requests).toBe(1);
  });

  it("reports a stream that is cut in the middle, and does not ask for another try", async () => {
    const { events, error } = await outcome(wire, { say: "half an ans", ending: "cut" });
    expect(textOf(events)).toBe("half an ans");
    expect(error.message).toContain("the connection broke in the middle of the answer");
    expect(error.retryable).toBe(false);
  });

  it.each(["cut", "eof", "error"] as const)(
    "says that another try may help where nothing of the answer has come: %s",
    async (ending) => {
      const { events, error } = await outcome(wire, { ending });
      expect(events).toEqual([{ type: "start" }]);
      expect(error.retryable).toBe(true);
    },
  );

  it("does not take a stream that ends early for an answer", async () => {
    const call = [{ id: "a", name: "weather", args: { city: "Berlin" } }];
    const { events, error } = await outcome(wire, { say: "I will", call, ending: "eof" });
    expect(events.some((event) => event.type === "end")).toBe(false);
    expect(error.message).toContain("ended before it was complete");
    expect(error.retryable).toBe(false);
  });

  it("reports an error that the server sends in the middle of an answer", async () => {
    const { events, error } = await outcome(wire, { say: "so far", ending: "error" });
    expect(textOf(events)).toBe("so far");
    expect(error.message).toContain("overloaded_error: Overloaded");
    expect(error.retryable).toBe(false);
  });

  it("does not pass an answer off as complete that the provider withheld", async () => {
    const { error } = await outcome(wire, { say: "no", stop: "refusal", usage: { input: 5, output: 2 } });
    expect(error.message).toMatch(/refused|withheld/);
  });

  it("reports a stream that is not what it should be", async () => {
    const page = createServer((socket) => {
      socket.once("data", () =>
        socket.end("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<html>"),
      );
    });
    page.listen(0, "127.0.0.1");
    await once(page, "listening");
    const address = page.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const { error } = await collect(
      wire.provider(`http://127.0.0.1:${port}`).stream(requestOf(wire, "hi"), signal),
    );
    page.close();
    expect(error).toMatchObject({
      name: "ProviderError",
      retryable: false,
      message: `${wire.model.provider}: the server answered with text/html that begins with "<html>", not with a stream of events (check that --base-url is the address of the API)`,
    });
  });
});

it("keeps the usage that was known when the stream broke", async () => {
  const { error } = await outcome(anthropic, {
    say: "half",
    ending: "cut",
    usage: { input: 9, output: 4, cacheRead: 3 },
  });
  expect(error.usage).toEqual({ input: 9, output: 1, cacheRead: 3, cacheWrite: 0 });
});

it("does not ask for another try where the account is empty", async () => {
  for (const wire of [chat, responses]) {
    server = await startOpenAiServer([{ status: 429, code: "insufficient_quota" }]);
    const { error } = await collect(wire.provider(server.url).stream(requestOf(wire, "hi"), signal));
    expect(error).toMatchObject({ status: 429, retryable: false });
    await server.close();
  }
  server = undefined;
});

describe.each(wires)("$title with an idle deadline", (wire) => {
  const idleTimeoutMs = 60_000;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });

  /** Lets the clock run while the sockets do their work, until the promise settles. */
  const whileTimePasses = async <T>(promise: Promise<T>): Promise<T> => {
    let settled = false;
    const done = promise.finally(() => {
      settled = true;
    });
    while (!settled) {
      await vi.advanceTimersByTimeAsync(idleTimeoutMs / 4);
      await setImmediate();
    }
    return done;
  };

  it("gives a server up that falls silent in the middle, and closes the socket", async () => {
    server = await wire.start([{ say: "one two", ending: "stall" }]);
    const stream = wire.provider(server.url, { idleTimeoutMs }).stream(requestOf(wire, "hi"), signal);
    const events = stream[Symbol.asyncIterator]();
    for (let text = ""; text !== "one two"; ) {
      const { value } = await events.next();
      if (value?.type === "text") text += value.delta;
    }
    const error = await whileTimePasses(events.next().catch((thrown: unknown) => thrown));
    expect(error).toMatchObject({ name: "ProviderError", retryable: false });
    expect((error as Error).message).toContain("fell silent for 60000 ms in the middle of the answer");
    expect(await server.requests[0]?.over).toBe("aborted");
  });

  it("gives a server up that never answers, and says that another try may help", async () => {
    server = await wire.start([{ holdHeaders: "forever" }]);
    const call = collect(wire.provider(server.url, { idleTimeoutMs }).stream(requestOf(wire, "hi"), signal));
    const request = await server.request(0);
    const { error } = await whileTimePasses(call);
    expect(error).toMatchObject({ name: "ProviderError", retryable: true });
    expect((error as Error).message).toContain("fell silent for 60000 ms before it answered");
    expect(await request.over).toBe("aborted");
  });

  it("keeps an answer that was complete when the server forgot to hang up", async () => {
    server = await wire.start([{ say: "one two", ending: "linger" }]);
    const call = collect(wire.provider(server.url, { idleTimeoutMs }).stream(requestOf(wire, "hi"), signal));
    await server.request(0);
    const { events, error } = await whileTimePasses(call);
    expect(error).toBeUndefined();
    expect(events.at(-1)).toMatchObject({ type: "end", content: [{ type: "text", text: "one two" }] });
  });

  it("does not take a slow reader for a silent server", async () => {
    const gate = resolvers();
    server = await wire.start([{ say: "one two", holdEnding: gate.promise }]);
    const stream = wire.provider(server.url, { idleTimeoutMs }).stream(requestOf(wire, "hi"), signal);
    const events = stream[Symbol.asyncIterator]();
    const first = await events.next();
    await vi.advanceTimersByTimeAsync(10 * idleTimeoutMs);
    gate.resolve(undefined);
    const rest = await collect({ [Symbol.asyncIterator]: () => events });
    expect(first.value).toEqual({ type: "start" });
    expect(rest.error).toBeUndefined();
    expect(textOf(rest.events)).toBe("one two");
  });
});

function resolvers() {
  let resolve: (value: unknown) => void = () => {};
  const promise = new Promise<unknown>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** A port that nobody listens on: one that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (typeof address !== "object" || address === null) throw new Error("no address");
  return address.port;
}
