/**
 * `npm run test:all`: everything that takes long: benchmarks, every mutant, every slow test, SDKs and host profiles
 * included. About an hour, on a machine that does nothing else. CI runs the part that `npm run test:slow` names.
 */
import { run, tool } from "./setup.mjs";

const commands = [
  ["reference-host/bench/all.mjs"],
  ["sdks/bench/tool-call.mjs"],
  ["conformance/bench/all.mjs"],
  ["conformance/bin/extproto.mjs", "mutants"],
];
const failed = commands.filter((args) => run(process.execPath, args, { show: true }) !== 0);
const env = { ...process.env, EXTPROTO_SLOW: "1" };
const status = tool("vitest/vitest.mjs", ["run", ...process.argv.slice(2)], { show: true, env });
for (const args of failed) console.error(`failed: node ${args.join(" ")}`);
process.exit(failed.length > 0 || status !== 0 ? 1 : 0);
