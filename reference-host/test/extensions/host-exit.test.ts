/** No process of an extension survives the host, however the host ends. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { fixture, isRunning } from "./running-manager.js";

const program = fileURLToPath(new URL("../fixtures/bare-host.mjs", import.meta.url));

/** Starts a host with unwilling extensions; resolves with it and the ids of their processes. */
async function startHost(way: string) {
  const extensions = ["ignores-sigterm", "forks-grandchild", "never-reads", "well-behaved"].map(fixture);
  const host = spawn(process.execPath, [program, way, ...extensions], { stdio: ["pipe", "pipe", "ignore"] });
  onTestFinished(() => {
    host.kill("SIGKILL");
  });
  const exited = once(host, "exit");
  const [line] = (await once(host.stdout.setEncoding("utf8"), "data")) as [string];
  const pids = JSON.parse(line) as number[];
  return { host, exited, pids };
}

async function expectNobodyLeft(pids: readonly number[]): Promise<void> {
  expect(pids).toHaveLength(5);
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), { timeout: 5_000, interval: 10 });
}

test.each(["exit", "throw"])("when the host ends by %s", async (way) => {
  const { exited, pids } = await startHost(way);
  await exited;
  await expectNobodyLeft(pids);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("when the host is sent %s", async (signal) => {
  const { host, exited, pids } = await startHost("wait");
  expect(pids.filter(isRunning)).toHaveLength(5);
  host.kill(signal);
  await exited;
  await expectNobodyLeft(pids);
});

test("a well-behaved extension sees the end of its input when the host is killed outright", async () => {
  const { host, exited, pids } = await startHost("wait");
  host.kill("SIGKILL");
  await exited;
  // The unwilling ones are beyond reach then; this test ends them itself.
  const wellBehaved = pids.at(-1) ?? 0;
  for (const pid of pids.slice(0, -1))
    onTestFinished(() => void (isRunning(pid) && process.kill(pid, "SIGKILL")));
  await vi.waitFor(() => expect(isRunning(wellBehaved)).toBe(false), { timeout: 5_000, interval: 10 });
});
