import { describe, expect, it } from "vitest";
import { createEventChannel } from "./event-channel.js";

describe("an event channel", () => {
  it("hands values over in the order of their pushes, whether the reader waits or not", async () => {
    const channel = createEventChannel<number>();
    channel.push(1);
    expect(await channel.take()).toBe(1);
    const waiting = channel.take();
    channel.push(2);
    channel.push(3);
    channel.end();
    expect([await waiting, await channel.take(), await channel.take()]).toEqual([2, 3, undefined]);
  });

  it("throws the error to the reader after the last value", async () => {
    const channel = createEventChannel<number>();
    channel.push(1);
    channel.end(new Error("lost"));
    expect(await channel.take()).toBe(1);
    await expect(channel.take()).rejects.toThrow("lost");
  });

  it("holds the producer up until the reader has caught up", async () => {
    const channel = createEventChannel<number>();
    for (let value = 0; value < 16; value++) channel.push(value);
    let released = false;
    const room = channel.room().then(() => {
      released = true;
    });
    await Promise.resolve();
    expect(released).toBe(false);
    await channel.take();
    await room;
    expect(released).toBe(true);
  });

  it("lets the producer go on when the reader has left", async () => {
    const channel = createEventChannel<number>();
    for (let value = 0; value < 100; value++) channel.push(value);
    const room = channel.room();
    channel.abandon();
    await room;
    channel.push(1);
    channel.end();
    expect(await channel.take()).toBeUndefined();
  });
});
