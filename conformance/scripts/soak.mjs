/**
 * `npm run soak`: whether verdicts hold on a busy machine. Every case is run once in peace; then the timing cases
 * and the whole suite are run again and again beside processes that do nothing but count, and every verdict that
 * differs is a fault of the kit or of the host.
 *
 *   node conformance/scripts/soak.mjs [--timing 100] [--suite 5] [--busy 2] [--jobs 2] [--only GLOB] [--profile FILE]
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { plainSteps } from "../dist/case/evidence.js";
import { compileGlob } from "../dist/check/glob.js";
import { readCases } from "../dist/check/kit-cases.js";
import { listenForInterruption } from "../dist/run/interruption.js";
import { runAll } from "../dist/run/run-all.js";
import { createHostTarget } from "../dist/targets/host/host-target.js";

const { values } = parseArgs({
  options: {
    timing: { type: "string", default: "100" },
    suite: { type: "string", default: "5" },
    busy: { type: "string", default: "2" },
    jobs: { type: "string", default: "2" },
    only: { type: "string", multiple: true, default: [] },
    profile: {
      type: "string",
      default: fileURLToPath(new URL("../profiles/reference-host.yaml", import.meta.url)),
    },
  },
});
const [timing, suite, busy, jobs] = [values.timing, values.suite, values.busy, values.jobs].map(Number);

const target = createHostTarget({ profile: values.profile });
const globs = values.only.map((glob) => compileGlob(glob));
const cases = readCases([], "host").cases.filter(
  ({ id }) => globs.length === 0 || globs.some((glob) => glob.matches(id)),
);
const timed = cases.filter(isTimed);
const interruption = listenForInterruption();
const out = mkdtempSync(join(tmpdir(), "xp-soak-"));
process.on("exit", () => rmSync(out, { recursive: true, force: true }));

/** A case whose verdict rests on the clock: a deadline that was set, an earliest moment, a window of silence. */
function isTimed(theCase) {
  if (Object.keys(theCase.deadlines).length > 0) return true;
  return plainSteps(theCase).some((step) => step.kind === "wait" || step.notBefore !== undefined);
}

async function round(chosen) {
  const options = { out, jobs, signal: interruption.signal };
  const results = await runAll({ target, cases: chosen, options });
  return new Map(results.map((result) => [result.id, result]));
}

function said({ judgement }) {
  const [finding] = judgement.findings;
  return judgement.why ?? (finding ? `expected ${finding.expected}; got ${finding.actual}` : "");
}

const changed = [];
let runs = 0;

function compare(name, results, expected) {
  for (const [id, result] of results) {
    runs += 1;
    const before = expected.get(id)?.judgement.verdict;
    const { verdict } = result.judgement;
    if (verdict !== before) changed.push({ round: name, case: id, before, verdict, said: said(result) });
  }
}

async function many(name, count, chosen, expected) {
  for (let index = 1; index <= count && !interruption.signal.aborted; index += 1) {
    const begun = performance.now();
    const known = changed.length;
    const results = await round(chosen);
    // A round that was given up says nothing of verdicts.
    if (interruption.signal.aborted) return;
    compare(`${name} ${index}`, results, expected);
    const took = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(
      `${name} ${index} of ${count}: ${chosen.length} cases in ${took} s, ${changed.length - known} changed`,
    );
  }
}

console.log(`${cases.length} cases, ${timed.length} of them timed; first once in peace`);
const expected = await round(suite > 0 ? cases : timed);
const counts = new Map();
for (const { judgement } of expected.values())
  counts.set(judgement.verdict, (counts.get(judgement.verdict) ?? 0) + 1);
console.log([...counts].map(([verdict, count]) => `${count} ${verdict}`).join(", "));
// What goes wrong in peace too is no matter of load, but nothing to pass over in silence either.
const wrong = [...expected].filter(
  ([, { judgement }]) => !["pass", "not-applicable"].includes(judgement.verdict),
);
for (const [id, result] of wrong)
  console.log(`  ${result.judgement.verdict} ${id}: ${said(result).slice(0, 300)}`);
const loops = Array.from({ length: busy }, () =>
  spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
);
process.on("exit", () => {
  for (const loop of loops) loop.kill("SIGKILL");
});
await many("timing", timing, timed, expected);
await many("suite", suite, cases, expected);

if (changed.length > 0) {
  console.log("\nchanged verdicts:");
  for (const { round: where, case: id, before, verdict, said: text } of changed)
    console.log(`  ${id} (${where}): ${before} -> ${verdict}: ${text.slice(0, 300)}`);
}
console.log(`\n${runs} runs beside ${busy} busy loops: ${changed.length} verdicts changed`);
process.exit(interruption.signal.aborted ? 130 : changed.length + wrong.length > 0 ? 1 : 0);
