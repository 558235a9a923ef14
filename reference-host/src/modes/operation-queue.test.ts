import { describe, expect, it } from "vitest";
import { createOperationQueue, type Operation } from "./operation-queue.js";

/** An operation that ends when the test says so, or when it is aborted. */
function held(log: string[], name: string, kind: Operation["kind"] = "prompt") {
  let finish: () => void = () => {};
  const operation: Operation = {
    kind,
    run: (signal) =>
      new Promise<void>((resolve) => {
        log.push(`${name} starts`);
        signal.addEventListener("abort", () => {
          log.push(`${name} aborted`);
          resolve();
        });
        finish = resolve;
      }),
  };
  return { operation, finish: () => finish() };
}

describe("the operation queue", () => {
  it("starts the first at once and the others in order, one at a time", async () => {
    const log: string[] = [];
    const queue = createOperationQueue();
    const [a, b, c] = [held(log, "a"), held(log, "b"), held(log, "c")];
    for (const each of [a, b, c]) queue.add(each.operation);
    expect(log).toEqual(["a starts"]);
    a.finish();
    await Promise.resolve().then(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual(["a starts", "b starts"]);
    b.finish();
    await new Promise((resolve) => setImmediate(resolve));
    c.finish();
    await queue.idle();
    expect(log).toEqual(["a starts", "b starts", "c starts"]);
    expect(queue.busy).toBe(false);
  });

  it("aborts the running one only", async () => {
    const log: string[] = [];
    const queue = createOperationQueue();
    const [a, b] = [held(log, "a"), held(log, "b")];
    queue.add(a.operation);
    queue.add(b.operation);
    queue.abort();
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual(["a starts", "a aborted", "b starts"]);
    b.finish();
    await queue.idle();
  });

  it("is not busy with a reload, which an abort does not end", async () => {
    const log: string[] = [];
    const queue = createOperationQueue();
    const reload = held(log, "reload", "reload");
    queue.add(reload.operation);
    expect(queue.busy).toBe(false);
    queue.abort();
    expect(log).toEqual(["reload starts"]);
    reload.finish();
    await queue.idle();
  });

  it("forgets what waits when all is dropped", async () => {
    const log: string[] = [];
    const queue = createOperationQueue();
    queue.add(held(log, "a").operation);
    queue.add(held(log, "b").operation);
    queue.dropAll();
    await queue.idle();
    expect(log).toEqual(["a starts", "a aborted"]);
  });
});
