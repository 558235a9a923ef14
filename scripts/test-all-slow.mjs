/**
 * `npm run test:all`: what takes long and wants a machine that does nothing else: the benchmarks with their bounds,
 * the kit and its targets killed at random moments, the verdicts beside busy loops. About two hours.
 */
import { run, seconds } from "./setup.mjs";

const commands = [
  ["reference-host/bench/all.mjs"],
  ["sdks/bench/all.mjs"],
  ["conformance/bench/all.mjs"],
  ["conformance/scripts/kills.mjs"],
  ["conformance/scripts/soak.mjs"],
];
let failed = 0;
for (const args of commands) {
  const from = performance.now();
  console.log(`== node ${args.join(" ")}`);
  const ok = run(process.execPath, args, { show: true }) === 0;
  if (!ok) failed++;
  console.log(`${ok ? "ok" : "FAILED"}  node ${args.join(" ")} (${seconds(from)})\n`);
}
console.log(`${commands.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
