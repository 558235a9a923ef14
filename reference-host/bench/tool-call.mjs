/**
 * What the extension manager costs, as ratios within one run, so that the machine does not matter.
 *
 *   node reference-host/bench/tool-call.mjs            all, and fails when a bound is missed
 *   node reference-host/bench/tool-call.mjs --quick    smaller numbers, for a look
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createExtensionManager, killExtensionProcesses } from "../dist/extensions/index.js";
import { openBarePipe } from "./bare-pipe.mjs";

const quick = process.argv.includes("--quick");
const minimal = fileURLToPath(new URL("minimal-extension", import.meta.url));
const text = "Berlin: 16 degrees, fog over the river, clearing towards noon";
const signal = new AbortController().signal;
const results = [];
const home = mkdtempSync(join(tmpdir(), "extproto-bench-"));
process.on("exit", () => {
  killExtensionProcesses();
  rmSync(home, { recursive: true, force: true });
});

function newManager(explicit) {
  return createExtensionManager({
    home,
    cwd: home,
    explicit,
    discover: false,
    facts: () => ({ version: "0", provider: "scripted", model: "scripted", cwd: home }),
    builtinTools: () => new Set(["read", "write", "edit", "bash", "skill"]),
    builtinCommands: () => new Set(),
    secrets: [],
    env: process.env,
  });
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function judge(name, value, bound, holds) {
  results.push({ name, value, bound, holds });
  console.log(`${holds ? "ok  " : "MISS"} ${name}: ${value} (${bound})`);
}

/** Milliseconds that `count` calls take with `width` of them in flight. */
async function timed(call, count, width) {
  const begin = performance.now();
  let left = count;
  async function lane() {
    while (left-- > 0) await call();
  }
  await Promise.all(Array.from({ length: width }, lane));
  return performance.now() - begin;
}

/** Both sides in turns, so that a busy moment of the machine hits both; the median of the ratios counts. */
async function compare(bare, managed, count, width, rounds) {
  await timed(bare, count, width);
  await timed(managed, count, width);
  const ratios = [];
  const costs = { bare: [], managed: [] };
  for (let round = 0; round < rounds; round++) {
    const floor = await timed(bare, count, width);
    const cost = await timed(managed, count, width);
    ratios.push(cost / floor);
    costs.bare.push(floor / count);
    costs.managed.push(cost / count);
  }
  const us = (list) => `${(median(list) * 1000).toFixed(1)} us`;
  return { ratio: median(ratios), detail: `bare ${us(costs.bare)}, managed ${us(costs.managed)} a call` };
}

async function calls() {
  const manager = newManager([minimal]);
  await manager.start();
  const pipe = openBarePipe({
    request: JSON.stringify({ type: "tool_call", id: "t1000", name: "echo", args: { text } }),
    answer: JSON.stringify({ type: "tool_result", id: "t1000", content: [{ type: "text", text }] }),
  });
  const managed = () => manager.callTool("echo", { text }, { signal });
  const one = await compare(pipe.call, managed, quick ? 2_000 : 10_000, 1, quick ? 5 : 11);
  judge(
    "sequential tool call / bare pipe",
    `${one.ratio.toFixed(2)}x`,
    `at most 1.3x; ${one.detail}`,
    one.ratio <= 1.3,
  );
  const many = await compare(pipe.call, managed, quick ? 8_000 : 40_000, 64, quick ? 5 : 11);
  const rate = 1 / many.ratio;
  judge(
    "rate with 64 in flight / bare pipe",
    `${rate.toFixed(2)}x`,
    `at least 0.5x; ${many.detail}`,
    rate >= 0.5,
  );
  await pipe.close();
  await manager.stop();
}

function extensionFolder(count) {
  const folder = join(home, `start-${count}`);
  return Array.from({ length: count }, (_, n) => {
    const dir = join(folder, `ext-${n}`);
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, "extension.json"), JSON.stringify({ name: `ext-${n}`, exec: "./run.sh" }));
    const frames = [
      { type: "hello", name: `ext-${n}`, version: "1" },
      { type: "register_tool", name: `tool-${n}`, description: "", schema: { type: "object" } },
      { type: "ready" },
    ];
    const lines = frames.map((frame) => `echo '${JSON.stringify(frame)}'`).join("\n");
    writeFileSync(
      join(dir, "run.sh"),
      `#!/bin/sh\n${lines}\nwhile read -r line; do case $line in *shutdown*) exit 0;; esac; done\n`,
      {
        mode: 0o755,
      },
    );
    return dir;
  });
}

async function startUp() {
  const counts = [10, 50, 200];
  const folders = new Map(counts.map((count) => [count, extensionFolder(count)]));
  const costs = new Map(counts.map((count) => [count, []]));
  for (let round = 0; round < (quick ? 2 : 5); round++) {
    for (const count of counts) {
      const manager = newManager(folders.get(count));
      const begin = performance.now();
      const { ready } = await manager.start();
      costs.get(count).push(performance.now() - begin);
      if (ready !== count) throw new Error(`${ready} of ${count} extensions became ready`);
      await manager.stop();
    }
  }
  const [ten, fifty, twoHundred] = counts.map((count) => median(costs.get(count)));
  const detail = `10: ${ten.toFixed(0)} ms, 50: ${fifty.toFixed(0)} ms, 200: ${twoHundred.toFixed(0)} ms`;
  const growth = Math.max(fifty / ten / 5, twoHundred / fifty / 4);
  // A tenth above linear is the noise of a shared machine.
  judge(
    "start-up, cost for each extension as their number grows",
    `${growth.toFixed(2)}x`,
    `at most 1.1x; ${detail}`,
    growth <= 1.1,
  );
}

function countOpen() {
  const counts = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return JSON.stringify(counts);
}

async function memory() {
  const manager = newManager([minimal]);
  await manager.start();
  const payload = "x".repeat(256 * 1024);
  const bytesOfCall = 2 * payload.length;
  const call = () => manager.callTool("echo", { text: payload }, { signal });
  const total = (quick ? 128 : 1024) * 1024 * 1024;
  await timed(call, Math.ceil((64 * 1024 * 1024) / bytesOfCall), 4);
  const openBefore = countOpen();
  const before = process.memoryUsage().rss;
  let most = before;
  const sampler = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  await timed(call, Math.ceil(total / bytesOfCall), 4);
  clearInterval(sampler);
  const grown = (Math.max(most, process.memoryUsage().rss) - before) / 1024 / 1024;
  judge(
    `resident memory over ${total / 1024 / 1024} MiB of frames`,
    `${grown.toFixed(1)} MiB more`,
    "at most 64 MiB",
    grown <= 64,
  );
  const openAfter = countOpen();
  judge(
    "handles and timers before and after",
    openAfter,
    `as before: ${openBefore}`,
    openAfter === openBefore,
  );
  await manager.stop();
}

await calls();
await startUp();
await memory();
process.exitCode = results.every((result) => result.holds) ? 0 : 1;
