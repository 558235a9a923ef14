import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as elapsed } from "node:timers/promises";
import { expect, it } from "vitest";
import { scratch, start } from "./extproto.js";

/** Waits for a process to be gone; the test's own time limit is the bound. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    if (/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))) return;
    await elapsed(10);
  }
}

/** An extension that obeys its host and no signal, and starts a child; both write down that they run. */
function deaf(): {
  dir: string;
  cases: string;
  pids: () => number[];
  begun: (count: number) => Promise<void>;
} {
  const folder = scratch();
  const dir = join(folder, "deaf");
  const list = join(folder, "pids");
  const cases = join(folder, "waits.yaml");
  mkdirSync(dir);
  mkdirSync(list);
  writeFileSync(
    cases,
    "title: Waits\nproves: [ext.handshake.hello-first]\nfor: extension\nsteps:\n  - host receives: { type: notify }\n",
  );
  writeFileSync(
    join(dir, "extension.json"),
    JSON.stringify({ name: "deaf", version: "1.0.0", exec: "node", args: ["main.mjs", list] }),
  );
  writeFileSync(
    join(dir, "main.mjs"),
    `import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
const [, , list, role] = process.argv;
process.on("SIGTERM", () => {});
process.on("SIGINT", () => {});
writeFileSync(list + "/" + process.pid, "");
if (role === "child") {
  setInterval(() => {}, 1000);
  process.stdout.write("up");
} else {
  const child = spawn(process.execPath, [process.argv[1], list, "child"], { stdio: ["ignore", "pipe", "ignore"] });
  // Not before the child is there: a host may end an extension as soon as it has said hello.
  child.stdout.once("data", () =>
    process.stdout.write('{"type":"hello","name":"deaf","version":"1.0.0","capabilities":[]}\\n{"type":"ready"}\\n'));
  process.stdin.on("data", (chunk) => {
    if (!chunk.includes('"shutdown"')) return;
    child.kill("SIGKILL");
    process.stdout.write('{"type":"shutdown_ack"}\\n', () => process.exit(0));
  });
}
`,
  );
  const pids = () => readdirSync(list).map(Number);
  return {
    dir,
    cases,
    pids,
    async begun(count) {
      while (pids().length < count) await elapsed(10);
    },
  };
}

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s ends a check cleanly: no process, no temporary folder, exit code %i",
  async (signal, expected) => {
    const { dir, cases, pids, begun } = deaf();
    const TMPDIR = scratch();
    const running = start([dir, "--cases", cases], { TMPDIR });
    // The first start, with its child, is the survey; the run comes after it.
    await begun(4);
    running.child.kill(signal);
    const { code, stdout, stderr } = await running.finished;
    await Promise.all(pids().map(gone));
    expect({ code, left: existsSync(TMPDIR) ? readdirSync(TMPDIR) : [] }, stdout + stderr).toEqual({
      code: expected,
      left: [],
    });
    expect(stdout).toContain("the check was interrupted");
  },
);

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s before the first run ends a check as cleanly, with exit code %i",
  async (signal, expected) => {
    const TMPDIR = scratch();
    const dir = join(scratch(), "slow-disk");
    const manifest = join(dir, "extension.json");
    mkdirSync(dir);
    // The check stands still while it reads the manifest, until somebody writes it.
    spawnSync("mkfifo", [manifest]);
    const running = start([dir, "--only", "extension/lifecycle/hello-first"], { TMPDIR });
    const reader = await open(manifest, "w");
    running.child.kill(signal);
    const text = JSON.stringify({ name: "slow-disk", version: "1.0.0", exec: "node", args: ["main.mjs"] });
    rmSync(manifest);
    writeFileSync(manifest, text);
    await reader.writeFile(text);
    await reader.close();
    const { code, stdout, stderr } = await running.finished;
    expect({ code, left: readdirSync(TMPDIR), stderr }, stdout).toEqual({
      code: expected,
      left: [],
      stderr: `interrupted by ${signal}\n`,
    });
  },
);
