/**
 * `npm run kills`: ends the kit, or the host or an extension under it, at random moments, and looks for what is
 * left: a process, a temporary folder, a kit that hangs; and for an exit code that does not tell of the signal. Only Linux tells which processes belong to a try.
 *
 *   node conformance/scripts/kills.mjs [--tries 200] [--seed NUMBER] [--jobs 2] [--at-once 4] [--profile FILE]
 *
 * A try depends on the seed and on its own number alone: `--first 17 --tries 1` repeats the seventeenth.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readCases } from "../dist/check/kit-cases.js";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { values } = parseArgs({
  options: {
    tries: { type: "string", default: "200" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    jobs: { type: "string", default: "2" },
    // Most of a try is waiting: for the moment, for the end, for what is left to vanish.
    "at-once": { type: "string", default: "4" },
    first: { type: "string", default: "1" },
    profile: { type: "string", default: path("../profiles/reference-host.yaml") },
  },
});
const tries = Number(values.tries);

/** Longest that a kit may go on: cases that wait in vain and hosts that have to be ended take their time. */
const longest = 120_000;
/** How long a killed process may take to vanish. */
const settling = 3_000;

/** A small generator of random numbers, so that a run can be repeated by its seed. */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const oneOf = (list, random) => list[Math.floor(random() * list.length)];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Processes whose environment names the folder, the kit among them. */
function processesOf(folder) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const own = readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
        if (!own.some((variable) => `${variable}/`.startsWith(`TMPDIR=${folder}/`))) return [];
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        const state = /^\d+ \(.*\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1];
        return state === "Z" ? [] : [{ pid: Number(pid), command }];
      } catch {
        return [];
      }
    });
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended in the meantime.
  }
}

/** What the kit may end with after each signal. Before it listens it dies of the signal, which shells tell alike. */
const endings = { SIGINT: [130, "SIGINT"], SIGTERM: [143, "SIGTERM"] };

/** A kit that ends so soon after a signal, in milliseconds, may have had its verdict before. */
const overtaken = 100;

/** Signals the kit, unless it has ended by itself; gives what it may end with then, and since when. */
function tell(kit, name) {
  if (kit.exitCode !== null || kit.signalCode !== null || !kit.kill(name)) return undefined;
  return { codes: endings[name], since: performance.now() };
}

const kinds = {
  "SIGINT to the kit": async ({ kit }) => tell(kit, "SIGINT"),
  "SIGTERM to the kit": async ({ kit }) => tell(kit, "SIGTERM"),
  "SIGINT twice to the kit": async ({ kit, random }) => {
    const told = tell(kit, "SIGINT");
    await pause(random() * 100);
    tell(kit, "SIGINT");
    return told;
  },
  "SIGKILL to a host": (attempted) => killOne(attempted, /extproto-host/),
  "SIGKILL to an extension": (attempted) => killOne(attempted, attempted.target.extension),
};

/** Kills one of them as soon as there is one; the kit may have ended without. */
async function killOne({ folder, kit, random }, wanted) {
  for (; kit.exitCode === null && kit.signalCode === null; await pause(10)) {
    const found = processesOf(folder).filter(({ command }) => wanted.test(command));
    if (found.length === 0) continue;
    signal(oneOf(found, random).pid, "SIGKILL");
    return;
  }
}

/** Resolves when the first run has its folder. */
async function firstRun(folder) {
  while (existsSync(folder) && !readdirSync(folder).some((name) => /^xp-(?!traces)/.test(name)))
    await pause(10);
}

/** What is checked: a host that loads probes, or an extension by itself. */
const targets = {
  host: {
    args: ["--host", values.profile],
    cases: readCases([], "host").cases.map(({ id }) => id),
    kinds: Object.keys(kinds),
    latest: 1_500,
    extension: /actors\/probe\/program\.js \S+\/s\/probes/,
  },
  extension: {
    args: [path("../bench/minimal-extension"), "--allow-tools"],
    cases: readCases([], "extension").cases.map(({ id }) => id),
    kinds: Object.keys(kinds).filter((kind) => !kind.endsWith("a host")),
    latest: 500,
    extension: /^node main\.mjs/,
  },
};

async function attempt(number) {
  const folder = `/tmp/xk-${process.pid}-${number}`;
  mkdirSync(folder);
  const random = randomOf(Number(values.seed) * 10_000 + number);
  const target = targets[oneOf(Object.keys(targets), random)];
  const kind = oneOf(target.kinds, random);
  const chosen = [1, 2, 3].map(() => oneOf(target.cases, random));
  const moment = Math.round(random() * target.latest);
  const args = [path("../bin/extproto.mjs"), "check", ...target.args, "--jobs", values.jobs];
  const kit = spawn(process.execPath, [...args, ...chosen.flatMap((id) => ["--only", id])], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaint = "";
  kit.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  const ended = new Promise((resolve) => kit.on("exit", (code, name) => resolve(name ?? code)));
  // A few signals meet the kit while it starts, most of them while it runs.
  if (random() < 0.85) await Promise.race([ended, firstRun(folder)]);
  await Promise.race([ended, pause(moment)]);
  const told = await kinds[kind]({ kit, folder, random, target });
  const outcome = await Promise.race([ended, pause(longest).then(() => "hangs")]);
  const after = performance.now() - (told?.since ?? 0);
  const faults = outcome === "hangs" ? [`the kit still runs after ${longest} ms`] : [];
  if (outcome === "hangs") kit.kill("SIGKILL");
  // Zombies of orphans are reaped by whoever inherits them, which takes a moment.
  const until = performance.now() + settling;
  let left = processesOf(folder);
  while (left.length > 0 && performance.now() < until) {
    await pause(20);
    left = processesOf(folder);
  }
  for (const { pid, command } of left) {
    faults.push(`process ${pid} is left: ${command}`);
    signal(pid, "SIGKILL");
  }
  const files = readdirSync(folder);
  if (files.length > 0) faults.push(`left in the temporary folder: ${files.join(", ")}`);
  if (told !== undefined && outcome !== "hangs" && !told.codes.includes(outcome) && after > overtaken)
    faults.push(`it ended with ${outcome}, not with ${told.codes[0]}: ${complaint.trim().slice(0, 300)}`);
  else if (outcome === 4) faults.push(`the kit blames itself: ${complaint.trim().slice(0, 300)}`);
  rmSync(folder, { recursive: true, force: true });
  return { kind, moment, chosen, outcome, faults };
}

console.log(`${tries} tries, seed ${values.seed}`);
const outcomes = new Map();
const first = Number(values.first);
let next = first;
let done = 0;
let failed = 0;

async function attempts() {
  for (let number = next++; number < first + tries; number = next++) {
    const { kind, moment, chosen, outcome, faults } = await attempt(number);
    const key = `${kind}: exit ${outcome}`;
    outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    done += 1;
    if (faults.length > 0) {
      failed += 1;
      console.log(`FAIL ${number}: ${kind} after ${moment} ms (${chosen.join(", ")}), exit ${outcome}`);
      for (const fault of faults) console.log(`  ${fault}`);
    } else if (done % 10 === 0) console.log(`${done} of ${tries}`);
  }
}

await Promise.all(Array.from({ length: Number(values["at-once"]) }, attempts));
for (const [key, count] of [...outcomes].sort()) console.log(`  ${String(count).padStart(4)}  ${key}`);
console.log(`${tries} tries, ${failed} left something behind`);
process.exit(failed > 0 ? 1 : 0);
