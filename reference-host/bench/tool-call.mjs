/**
 * What the extension manager costs, as ratios within one run, so that the machine does not matter.
 *
 *   node reference-host/bench/tool-call.mjs            all, and fails when a bound is missed
 *   node reference-host/bench/tool-call.mjs --quick    smaller numbers, for a look
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
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

/**
 * The median time of one call after another, both sides in short turns. What else the machine does strikes
 * single calls hard and would decide a sum; the median call is the one that nothing came between.
 */
async function compareSequential(bare, managed, count) {
  const times = { bare: [], managed: [] };
  async function turn(call, list) {
    for (let n = 0; n < 100; n++) {
      const begin = performance.now();
      await call();
      list.push(performance.now() - begin);
    }
  }
  for (let n = 0; n < count; n += 100) {
    await turn(bare, times.bare);
    await turn(managed, times.managed);
  }
  // The first half is the warm-up of the compilers at both ends.
  const [floor, cost] = [times.bare, times.managed].map((list) => median(list.slice(list.length / 2)) * 1000);
  return { ratio: cost / floor, detail: `bare ${floor.toFixed(1)} us, managed ${cost.toFixed(1)} us a call` };
}

/** Calls against a bare pipe, each pair of processes started anew: where a scheduler puts them is luck. */
async function callsAgainst(mode) {
  const one = [];
  const many = [];
  for (let pair = 0; pair < (quick ? 3 : 7); pair++) {
    const manager = newManager([minimal]);
    await manager.start();
    const bare = openBarePipe({ mode, text });
    const managed = () => manager.callTool("echo", { text }, { signal });
    one.push(await compareSequential(bare.call, managed, quick ? 10_000 : 20_000));
    many.push(await compare(bare.call, managed, quick ? 8_000 : 20_000, 64, 5));
    await Promise.all([bare.close(), manager.stop()]);
  }
  const middle = (list) => list.sort((a, b) => a.ratio - b.ratio)[Math.floor(list.length / 2)];
  return { one: middle(one), many: middle(many) };
}

async function calls() {
  const { one, many } = await callsAgainst("frames");
  judge(
    "sequential tool call / bare pipe",
    `${one.ratio.toFixed(2)}x`,
    `at most 1.3x; ${one.detail}`,
    one.ratio <= 1.3,
  );
  const rate = 1 / many.ratio;
  judge(
    "rate with 64 in flight / bare pipe",
    `${rate.toFixed(2)}x`,
    `at least 0.5x; ${many.detail}`,
    rate >= 0.5,
  );
  // For the record: what JSON at both ends costs is in these as well, and no host can save it.
  const bytes = await callsAgainst("bytes");
  const bytesRate = 1 / bytes.many.ratio;
  console.log(
    `     against bytes that nobody parses: ${bytes.one.ratio.toFixed(2)}x, rate ${bytesRate.toFixed(2)}x`,
  );
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

/** What `work` takes of the clock and of this process's CPU, in milliseconds. */
async function measured(work) {
  const begin = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { clock: performance.now() - begin, cpu: (user + system) / 1000 };
}

async function managedStart(folders) {
  const manager = newManager(folders);
  const cost = await measured(async () => {
    const { ready } = await manager.start();
    if (ready !== folders.length) throw new Error(`${ready} of ${folders.length} extensions became ready`);
  });
  await manager.stop();
  return cost;
}

/** The same programs without a manager, eight starting at a time, until each has written something. */
async function bareStart(folders) {
  const children = [];
  const queue = folders.values();
  async function lane() {
    for (const cwd of queue) {
      const child = spawn("./run.sh", { cwd, detached: true, stdio: "pipe" });
      children.push(child);
      await once(child.stdout, "data");
    }
  }
  const cost = await measured(() => Promise.all(Array.from({ length: 8 }, lane)));
  const exits = children.map((child) => once(child, "exit"));
  for (const child of children) child.stdin.end();
  await Promise.all(exits);
  return cost;
}

async function startUp() {
  const plan = quick ? { 10: 15, 50: 7, 200: 3 } : { 10: 31, 50: 15, 200: 7 };
  const warmUp = extensionFolder(50);
  for (let round = 0; round < 2; round++) await managedStart(warmUp).then(() => bareStart(warmUp));
  const found = [];
  for (const [key, rounds] of Object.entries(plan)) {
    const folders = extensionFolder(Number(key));
    const managed = [];
    const bare = [];
    for (let round = 0; round < rounds; round++) {
      managed.push(await managedStart(folders));
      bare.push(await bareStart(folders));
    }
    const cpu = (costs) => median(costs.map((cost) => cost.cpu)) / folders.length;
    const clock = median(managed.map((cost) => cost.clock));
    found.push({ count: folders.length, clock, managed: cpu(managed), bare: cpu(bare) });
  }
  const show = ({ count, clock, managed, bare }) =>
    `${count} in ${clock.toFixed(0)} ms, host CPU ${managed.toFixed(2)} ms each (bare ${bare.toFixed(2)})`;
  console.log(`     start-up: ${found.map(show).join("; ")}`);
  // The system's own price of one more process grows a little with their number; what the manager adds must not.
  // The exponent of the growth is 1 where it is linear and 2 where it is quadratic; the rest is noise.
  const [ten, , most] = found.map(({ managed, bare }) => managed / bare);
  const exponent = 1 + Math.log(most / ten) / Math.log(20);
  judge(
    "start-up from 10 to 200 extensions grows with the power",
    exponent.toFixed(2),
    "at most 1.15",
    exponent <= 1.15,
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
  await timed(call, Math.ceil((256 * 1024 * 1024) / bytesOfCall), 4);
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
