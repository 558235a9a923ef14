/**
 * What a host case costs, and what a second job saves: a part of the host suite with one job and with two, in turns.
 * Prints the best of the rounds and fails where two jobs take more than 0.75 of the time of one.
 *
 *   node conformance/bench/host-suite.mjs [--rounds 2] [--part 10] [--profile FILE]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readCases } from "../dist/check/kit-cases.js";
import { runAll } from "../dist/run/run-all.js";
import { createHostTarget } from "../dist/targets/host/host-target.js";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "2" },
    part: { type: "string", default: "10" },
    profile: {
      type: "string",
      default: fileURLToPath(new URL("../profiles/reference-host.yaml", import.meta.url)),
    },
  },
});
const most = 0.75;
const part = Number(values.part);
const target = createHostTarget({ profile: values.profile });
const cases = readCases([], "host").cases.filter((_, index) => index % part === 0);
const out = mkdtempSync(join(tmpdir(), "xp-bench-"));
process.on("exit", () => rmSync(out, { recursive: true, force: true }));

async function secondsWith(jobs) {
  const begun = performance.now();
  const results = await runAll({ target, cases, options: { out, jobs } });
  const wrong = results.filter(({ judgement }) => !["pass", "not-applicable"].includes(judgement.verdict));
  if (wrong.length > 0)
    throw new Error(`${wrong.map(({ id }) => id).join(", ")}: a benchmark needs cases that pass`);
  return (performance.now() - begun) / 1000;
}

const best = { 1: Number.POSITIVE_INFINITY, 2: Number.POSITIVE_INFINITY };
for (let round = 1; round <= Number(values.rounds); round += 1) {
  for (const jobs of [1, 2]) best[jobs] = Math.min(best[jobs], await secondsWith(jobs));
}
const ratio = best[2] / best[1];
console.log(`${cases.length} host cases on ${availableParallelism()} processors`);
console.log(`1 job   ${best[1].toFixed(1)} s, ${Math.round((best[1] / cases.length) * 1000)} ms a case`);
console.log(`2 jobs  ${best[2].toFixed(1)} s, ${Math.round((best[2] / cases.length) * 1000)} ms a case`);
console.log(`ratio   ${ratio.toFixed(2)}, at most ${most}`);
if (ratio > most) {
  console.log("FAIL: a second job saves too little");
  process.exitCode = 1;
}
