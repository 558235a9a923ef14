/** `npm run bench:sdks`: what the SDKs cost, as ratios within one run. Fails where one is over its bound. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { runOnOneCore } from "../../scripts/one-core.mjs";

const run = (path) => spawnSync(process.execPath, [path], { stdio: "inherit" }).status;
const benchmarks = [
  // As users run it, and without what the waking of another core adds to every contestant.
  ["tool-call.mjs", run],
  ["tool-call.mjs", runOnOneCore],
  ["start-up.mjs", run],
];
const failed = benchmarks.filter(
  ([name, start]) => start(fileURLToPath(new URL(name, import.meta.url))) !== 0,
);
process.exit(failed.length === 0 ? 0 : 1);
