/**
 * What a check costs, as ratios within one run: `node conformance/bench/extension-check.mjs`, after a build.
 *
 * Checking a minimal Node extension, one run at a time, may take 1.5 times its bare start for each run of a case, and
 * half a second.
 * Judging the stored runs again may take 5 % of the time that the runs took. Exit code 1 where a bound is broken.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readCases } from "../dist/check/kit-cases.js";
import { judgeTrace } from "../dist/judge/judge-trace.js";
import { runAll } from "../dist/run/run-all.js";
import { readTrace } from "../dist/run/trace-file.js";
import { extensionTarget } from "../dist/targets/extension/extension-target.js";

const perStart = 1.5;
const once = 500;
const rejudgeShare = 0.05;
const starts = 15;

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const extension = at("minimal-extension");

/** From the start of the process to its end: the handshake, and a shutdown as soon as it is ready. */
function bareStart() {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn("node", ["main.mjs"], { cwd: extension, stdio: ["pipe", "pipe", "ignore"] });
    let read = "";
    child.on("error", reject);
    child.stdout.on("data", (chunk) => {
      read += chunk;
      if (!read.includes('"ready"') || child.stdin.writableEnded) return;
      child.stdin.end('{"type":"hello_ack","protocol_version":1}\n{"type":"shutdown"}\n');
    });
    child.on("close", () => resolve(performance.now() - begun));
  });
}

async function medianStart() {
  const times = [];
  for (let index = 0; index < starts; index += 1) times.push(await bareStart());
  return times.sort((a, b) => a - b)[Math.floor(starts / 2)];
}

const out = mkdtempSync(join(tmpdir(), "xp-bench-"));
try {
  const { cases } = readCases([], "extension");
  const before = await medianStart();
  const begun = performance.now();
  const target = await extensionTarget(extension, { allowTools: true });
  const results = await runAll({ target, cases, options: { out, jobs: 1 } });
  await target.close?.();
  const check = performance.now() - begun;
  // The machine may have become busier in the meantime, which must not widen the bound.
  const start = Math.min(before, await medianStart());

  const runs = results.filter(({ trace }) => trace !== undefined);
  const byId = new Map(cases.map((theCase) => [theCase.id, theCase]));
  const judging = performance.now();
  const changed = runs.filter(
    (run) =>
      JSON.stringify(judgeTrace(byId.get(run.case), readTrace(run.trace))) !== JSON.stringify(run.judgement),
  );
  const rejudge = performance.now() - judging;
  const ran = runs.reduce((sum, run) => sum + run.judgement.elapsed, 0);

  const bound = perStart * start * runs.length + once;
  const passed = runs.filter(({ judgement }) => judgement.verdict === "pass").length;
  console.log(`runs             ${runs.length}, of which ${passed} pass`);
  console.log(`bare start       ${start.toFixed(1)} ms`);
  console.log(
    `check            ${check.toFixed(0)} ms: ${(check / runs.length / start).toFixed(2)} starts for each run`,
  );
  console.log(`bound            ${bound.toFixed(0)} ms: ${perStart} starts for each run, and ${once} ms`);
  console.log(
    `judged again     ${rejudge.toFixed(0)} ms: ${((100 * rejudge) / ran).toFixed(2)} % of the runs (bound ${100 * rejudgeShare} %)`,
  );

  const broken = [
    ...(check > bound ? ["the check takes longer than its bound"] : []),
    ...(rejudge > rejudgeShare * ran ? ["judging again takes longer than its bound"] : []),
    ...(changed.length > 0 ? [`judged otherwise: ${changed.map(({ id }) => id).join(", ")}`] : []),
    ...(passed < runs.length ? ["the minimal extension does not pass"] : []),
  ];
  for (const problem of broken) console.log(`BROKEN: ${problem}`);
  process.exitCode = broken.length > 0 ? 1 : 0;
} finally {
  rmSync(out, { recursive: true, force: true });
}
