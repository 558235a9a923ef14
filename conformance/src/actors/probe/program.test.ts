import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { openProbeHub } from "./hub.js";

const program = fileURLToPath(new URL("../../../dist/actors/probe/program.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "xp-probe-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A host that kills the probe as soon as its output ends; gives what was heard of the order to close it. */
async function closedAndKilled(socket: string): Promise<string> {
  let settle: (outcome: string) => void = () => undefined;
  const outcome = new Promise<string>((resolve) => {
    settle = resolve;
  });
  const hub = await openProbeHub(socket, {
    onStarted: (connection) => connection.order({ number: 1, order: "close-stdout" }),
    onReport: (_, report) => {
      if (report.kind === "done" || report.kind === "failed") settle(report.kind);
    },
    onGone: () => settle("ended first"),
  });
  const child = spawn(process.execPath, [program, socket, "first"], { stdio: ["pipe", "pipe", "ignore"] });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const killed = new Promise<void>((resolve) => {
    child.stdout.once("end", () => {
      child.kill("SIGKILL");
      resolve();
    });
  });
  child.stdout.resume();
  await killed;
  await gone;
  const heard = await outcome;
  await hub.close();
  return heard;
}

it("tells that it closes its output before anybody can see it", async () => {
  const sockets = Array.from({ length: 24 }, (_, index) => join(folder, `s${index}`));
  const heard: string[] = [];
  for (let from = 0; from < sockets.length; from += 6)
    heard.push(...(await Promise.all(sockets.slice(from, from + 6).map(closedAndKilled))));
  expect(heard).toEqual(sockets.map(() => "done"));
}, 60_000);
