import { getEventListeners } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import type { ModelServer, Reply } from "../servers/index.js";
import { collect, requestOf, type Wire, wires } from "./wires.js";

let server: ModelServer;
afterEach(() => server.close());

const aborted = (wire: Wire) => ({
  name: "ProviderError",
  message: `${wire.model.provider}: aborted`,
  retryable: false,
});

const open = async (wire: Wire, reply: Reply) => {
  server = await wire.start([reply]);
  const abort = new AbortController();
  const stream = wire.provider(server.url).stream(requestOf(wire, "hi"), abort.signal);
  return { abort, events: stream[Symbol.asyncIterator](), stream };
};

describe.each(wires)("$title", (wire) => {
  it("sends nothing for a call that was aborted before it began", async () => {
    const { abort, stream } = await open(wire, { say: "never" });
    abort.abort();
    const { events, error } = await collect(stream);
    expect(events).toEqual([]);
    expect(error).toMatchObject(aborted(wire));
    expect(server.requests).toEqual([]);
  });

  it("closes the socket at once when aborted before the headers", async () => {
    const { abort, stream } = await open(wire, { holdHeaders: "forever" });
    const call = collect(stream);
    const request = await server.request(0);
    abort.abort();
    const { events, error } = await call;
    expect(events).toEqual([]);
    expect(error).toMatchObject(aborted(wire));
    expect(await request.over).toBe("aborted");
  });

  it("closes the socket at once when aborted during the text, and throws", async () => {
    const { abort, events } = await open(wire, {
      say: "one two",
      ending: "stall",
      usage: { input: 5, output: 9 },
    });
    for (let text = ""; text !== "one two"; ) {
      const { value } = await events.next();
      if (value?.type === "text") text += value.delta;
    }
    const next = events.next().catch((error: unknown) => error);
    abort.abort(new Error("the user pressed stop"));
    expect(await next).toMatchObject(aborted(wire));
    expect(await server.requests[0]?.over).toBe("aborted");
  });

  it("closes the socket at once even while nobody reads", async () => {
    const { abort, events } = await open(wire, { say: "one two", ending: "stall" });
    await events.next();
    abort.abort();
    expect(await server.requests[0]?.over).toBe("aborted");
    await expect(collect({ [Symbol.asyncIterator]: () => events })).resolves.toMatchObject({
      error: aborted(wire),
    });
  });

  it("throws when aborted behind the last event, as at any other point", async () => {
    const { abort, events } = await open(wire, { say: "one two", ending: "linger" });
    for (let text = ""; text !== "one two"; ) {
      const { value } = await events.next();
      if (value?.type === "text") text += value.delta;
    }
    const next = events.next().catch((error: unknown) => error);
    abort.abort();
    expect(await next).toMatchObject(aborted(wire));
  });

  it.each(["start", "text"])("closes the socket when the reader walks away at the %s", async (type) => {
    const { stream } = await open(wire, { say: "one two", ending: "stall" });
    for await (const event of stream) if (event.type === type) break;
    expect(await server.requests[0]?.over).toBe("aborted");
  });

  it("leaves no listener behind on the caller's signal", async () => {
    const { abort, stream } = await open(wire, { say: "ok" });
    await collect(stream);
    expect(getEventListeners(abort.signal, "abort")).toEqual([]);
    expect(await server.requests[0]?.over).toBe("finished");
  });
});
