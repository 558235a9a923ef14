/** Many calls to one kitchen sink: what it holds afterwards is what it held after the first ones. */
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { type Command, Running } from "./extension-process.js";

const allowedKiB = 32 * 1024;

/** Memory in KiB, threads and open files of a process; Linux only. */
function measure(pid: number | undefined) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
  return {
    memory: field("VmRSS"),
    threads: field("Threads"),
    handles: readdirSync(`/proc/${pid}/fd`).length,
  };
}

/** How a soak is done. */
export interface SoakOptions {
  /** Calls before anything is measured: until a garbage collector has found the size of its heap. */
  readonly warmUp: number;
  readonly calls: number;
}

/**
 * Calls the tool `echo` of a kitchen sink, ten calls at a time, and compares memory, threads and handles before and
 * after; then the program has to end by itself.
 */
export async function soak(command: Command, { warmUp, calls }: SoakOptions): Promise<void> {
  const sink = await Running.start(...command);
  const call = async (count: number) => {
    for (let done = 0; done < count; done += 10) {
      const results = Array.from({ length: 10 }, (_, index) => {
        const text = `${done + index} ${"x".repeat(1000)}`;
        return sink
          .call("echo", { text })
          .then((result) => expect(result.content).toEqual([{ type: "text", text }]));
      });
      await Promise.all(results);
    }
  };
  const fresh = measure(sink.process.pid);
  await call(warmUp);
  const before = measure(sink.process.pid);
  await call(calls);
  const after = measure(sink.process.pid);
  console.log(`memory ${before.memory} -> ${after.memory} KiB, at most ${after.threads} threads`);
  expect(after.memory - before.memory).toBeLessThan(allowedKiB);
  expect(after.handles).toBe(before.handles);
  // A thread may wait some seconds for the next request before it ends; then all that were added are gone.
  await expect.poll(() => measure(sink.process.pid).threads).toBe(fresh.threads);
  sink.send({ type: "shutdown" });
  expect(await sink.ended()).toEqual({ code: 0, signal: null });
}
