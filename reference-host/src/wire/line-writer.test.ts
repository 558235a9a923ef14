import { once } from "node:events";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createLineWriter } from "./line-writer.js";
import type { WireError } from "./wire-error.js";

/** A peer that takes a write only when it is told to. */
function slowPeer() {
  const taken: string[] = [];
  const pending: (() => void)[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _, done) {
      pending.push(() => {
        taken.push(chunk);
        done();
      });
    },
  });
  return { stream, taken, take: () => pending.shift()?.() };
}

test("lines of one tick leave in one write, in order", async () => {
  const { stream, taken, take } = slowPeer();
  const writer = createLineWriter({ stream });
  const order: string[] = [];
  for (const line of ["a", "b", "c"]) writer.write(line, () => order.push(line));
  expect(writer.queuedBytes).toBe(6);
  writer.flush();
  take();
  await writer.drained();
  expect({ taken, order, queued: writer.queuedBytes }).toEqual({
    taken: ["a\nb\nc\n"],
    order: ["a", "b", "c"],
    queued: 0,
  });
});

test("a line over the limit is refused and costs the others nothing", async () => {
  const { stream, taken, take } = slowPeer();
  const writer = createLineWriter({ stream, limit: 6 });
  expect(writer.write("12345")).toBeUndefined();
  expect(writer.write("äöü")?.code).toBe("WIRE_LINE_TOO_LONG");
  writer.flush();
  take();
  await writer.drained();
  expect(taken).toEqual(["12345\n"]);
});

test("more than the bound fails the writer, and all that waits learns of it", () => {
  const failures: (WireError | undefined)[] = [];
  const writer = createLineWriter({
    stream: slowPeer().stream,
    maxQueuedBytes: 10,
    onFailure: (error) => failures.push(error),
  });
  const codes: (string | undefined)[] = [];
  writer.write("12345", (error) => codes.push(error?.code));
  writer.flush();
  writer.write("67890", (error) => codes.push(error?.code));
  writer.flush();
  expect(codes).toEqual(["WIRE_QUEUE_FULL", "WIRE_QUEUE_FULL"]);
  expect(failures.map((error) => error?.code)).toEqual(["WIRE_QUEUE_FULL"]);
  expect(writer.write("more")?.code).toBe("WIRE_QUEUE_FULL");
});

test("a peer that takes nothing for the stall time fails the writer; one that is slow does not", async () => {
  const peer = slowPeer();
  const failed = new Promise<WireError>((resolve) => {
    const writer = createLineWriter({ stream: peer.stream, stallMs: 50, onFailure: resolve });
    writer.write("taken", () => writer.write("not taken"));
    writer.flush();
    peer.take();
  });
  expect((await failed).code).toBe("WIRE_STALLED");
  expect(peer.taken).toEqual(["taken\n"]);
});

test("a broken pipe fails the writer with the cause", async () => {
  const stream = new Writable({ write: (_chunk, _encoding, done) => done(new Error("EPIPE")) });
  const failed = new Promise<WireError>((resolve) => {
    createLineWriter({ stream, onFailure: resolve }).write("a");
  });
  expect(await failed).toMatchObject({ code: "WIRE_CLOSED", cause: { message: "EPIPE" } });
});

test("end closes the stream behind what is queued, and is no failure", async () => {
  const peer = slowPeer();
  const failures: WireError[] = [];
  const writer = createLineWriter({ stream: peer.stream, onFailure: (error) => failures.push(error) });
  writer.write("last");
  writer.end();
  expect(writer.write("after")?.code).toBe("WIRE_CLOSED");
  peer.take();
  await once(peer.stream, "close");
  expect({ taken: peer.taken, failures }).toEqual({ taken: ["last\n"], failures: [] });
});
