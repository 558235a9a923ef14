/**
 * How the start of a manager grows with the number of its extensions: what each of 50 and of 200 costs, as a
 * multiple of what each of 10 costs. Linear growth gives 1; quadratic growth would give 5 and 20.
 *
 * The sizes take turns, and the median over the rounds counts, so that a busy moment of the machine meets all
 * of them. The host's own CPU time is what a wrong algorithm would show in, and hardly depends on what else
 * runs; the clock also has the system's part in it, and more room.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { home, judge, median, newManager, quick } from "./measure.mjs";

/** Starts of each size in one round: small ones are short, and need more of them. */
const plan = { 10: 5, 50: 2, 200: 1 };
const rounds = quick ? 3 : 7;

/** A shell needs less of the machine than Node does, so more of what is measured is the manager's. */
function writeExtensions(count) {
  return Array.from({ length: count }, (_, n) => {
    const dir = join(home, `start-${count}`, `ext-${n}`);
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, "extension.json"), JSON.stringify({ name: `ext-${n}`, exec: "./run.sh" }));
    const frames = [
      { type: "hello", name: `ext-${n}`, version: "1" },
      { type: "register_tool", name: `tool-${n}`, description: "", schema: { type: "object" } },
      { type: "ready" },
    ];
    const lines = frames.map((frame) => `echo '${JSON.stringify(frame)}'`).join("\n");
    const loop = "while read -r line; do case $line in *shutdown*) exit 0;; esac; done";
    writeFileSync(join(dir, "run.sh"), `#!/bin/sh\n${lines}\n${loop}\n`, { mode: 0o755 });
    return dir;
  });
}

/** Milliseconds of the clock and of this process's CPU that each extension took to start. */
async function costOfEach(folders) {
  const manager = newManager(folders);
  const begin = performance.now();
  const before = process.cpuUsage();
  const { ready } = await manager.start();
  const { user, system } = process.cpuUsage(before);
  const clock = performance.now() - begin;
  if (ready !== folders.length) throw new Error(`${ready} of ${folders.length} extensions became ready`);
  await manager.stop();
  return { cpu: (user + system) / 1000 / folders.length, clock: clock / folders.length };
}

const sizes = Object.entries(plan).map(([count, times]) => ({
  folders: writeExtensions(Number(count)),
  times,
  costs: [],
}));
for (const { folders } of sizes) await costOfEach(folders);
for (let round = 0; round < rounds; round++) {
  for (const { folders, times, costs } of sizes) {
    const starts = [];
    for (let n = 0; n < times; n++) starts.push(await costOfEach(folders));
    costs.push({
      cpu: median(starts.map(({ cpu }) => cpu)),
      clock: median(starts.map(({ clock }) => clock)),
    });
  }
}

const shown = sizes.map(({ folders, costs }) => {
  const [clock, cpu] = ["clock", "cpu"].map((kind) => median(costs.map((cost) => cost[kind])));
  return `${folders.length}: ${clock.toFixed(1)} ms each, ${cpu.toFixed(2)} ms of the host's CPU`;
});
console.log(`     start-up with ${shown.join("; ")}`);
for (const [kind, name, bound] of [
  ["cpu", "host CPU", 1.5],
  ["clock", "time", 2],
]) {
  const [few, ...more] = sizes;
  for (const { folders, costs } of more) {
    const growth = median(costs.map((cost, round) => cost[kind] / few.costs[round][kind]));
    judge(
      `start-up ${name} of each of ${folders.length} / each of ${few.folders.length}`,
      `${growth.toFixed(2)}x`,
      `1x is linear; at most ${bound}x`,
      growth <= bound,
    );
  }
}
