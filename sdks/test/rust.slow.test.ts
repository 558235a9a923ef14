/** The Rust SDK for a longer time: every framing of the kit, the packed crate, and ten thousand calls. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { check } from "./kit-check.js";
import { Running } from "./rust-process.js";
import { buildExamples, copied, program, required, run, whyNoRust } from "./rust-tools.js";

const temporary = mkdtempSync(join(tmpdir(), "xp-rust-slow-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const missing = whyNoRust();
if (missing !== undefined) console.warn(`The Rust SDK is not tested: ${missing}.`);
const slow = { timeout: 1_800_000 };
const allowedKiB = 32 * 1024;

/** Memory in KiB, threads and open files of a process. */
function measure(pid: number | undefined) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
  return {
    memory: field("VmRSS"),
    threads: field("Threads"),
    handles: readdirSync(`/proc/${pid}/fd`).length,
  };
}

describe.skipIf(missing !== undefined && !required)("the Rust SDK", () => {
  beforeAll(buildExamples, slow.timeout);

  it.each(["hello", "guard", "kitchen-sink"])(
    "has an example %s that passes the kit however frames are put into bytes",
    slow,
    async (example) => {
      expect(await check(copied(example, temporary), "--transform", "all")).toEqual({ status: 0, odd: [] });
    },
  );

  it("makes a package that builds by itself", slow, () => {
    const { status, output } = run("cargo", ["package", "--allow-dirty", "--quiet"]);
    expect({ status, output }).toEqual({ status: 0, output: "" });
  });

  it("keeps its memory, threads and handles over 10,000 calls", slow, async ({ skip }) => {
    if (process.platform !== "linux") skip("there is no /proc to measure with");
    const sink = await Running.start(program("kitchen-sink"));
    const calls = async (count: number) => {
      for (let done = 0; done < count; done += 10) {
        const results = Array.from({ length: 10 }, (_, index) =>
          sink.call("echo", { text: `${done + index} ${"x".repeat(1000)}` }),
        );
        for (const result of await Promise.all(results)) expect(result).not.toHaveProperty("is_error");
      }
    };
    const fresh = measure(sink.process.pid);
    await calls(1_000);
    const before = measure(sink.process.pid);
    await calls(10_000);
    const after = measure(sink.process.pid);
    expect(after.memory - before.memory).toBeLessThan(allowedKiB);
    expect(after.handles).toBe(before.handles);
    // A thread waits some seconds for the next request before it ends; then all that were added are gone.
    await expect.poll(() => measure(sink.process.pid).threads).toBe(fresh.threads);
    console.log(`memory ${before.memory} -> ${after.memory} KiB, at most ${after.threads} threads`);
    sink.send({ type: "shutdown" });
    expect(await sink.ended()).toEqual({ code: 0, signal: null });
  });
});
