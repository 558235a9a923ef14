/** `npm run bench:host`: every benchmark of the host, one after another; fails when one is over its bound. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { runOnOneCore } from "../../scripts/one-core.mjs";

const args = process.argv.slice(2);
const run = (file) => spawnSync(process.execPath, [file, ...args], { stdio: "inherit" }).status;
const benchmarks = [
  ["startup", run],
  // As users run it, and without what the waking of another core adds to both sides of the ratio.
  ["tool-call", run],
  ["tool-call", (file) => runOnOneCore(file, args)],
  ["extension-startup", run],
  ["memory", run],
];

const failed = benchmarks.filter(
  ([name, start]) => start(fileURLToPath(new URL(`./${name}.mjs`, import.meta.url))) !== 0,
);
process.exitCode = failed.length === 0 ? 0 : 1;
