/**
 * `npm run test:slow`: runs in real time and long runs, which CI does after `npm test`.
 * Each is a command that a person can run by itself.
 */
import { run, seconds, setup } from "./setup.mjs";

const runs = [
  ["the API reference", ["scripts/docs.mjs"]],
  ["deleting constraints from the definitions", ["schemas/scripts/delete-constraints.mjs", "--all"]],
  ["cost of decoding against bare JSON.parse", ["schemas/bench/decode.mjs"]],
  [
    "every mutant against every case that cites what it breaks",
    ["conformance/bin/extproto.mjs", "mutants", "--full"],
  ],
  ["the tests that take long", ["node_modules/vitest/vitest.mjs", "run"], { EXTPROTO_SLOW: "1" }],
];

setup();
let failed = 0;
for (const [name, args, env = {}] of runs) {
  const from = performance.now();
  console.log(`== ${name}: node ${args.join(" ")}`);
  const ok = run(process.execPath, args, { show: true, env: { ...process.env, ...env } }) === 0;
  if (!ok) failed++;
  console.log(`${ok ? "ok" : "FAILED"}  ${name} (${seconds(from)})\n`);
}
console.log(`${runs.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
