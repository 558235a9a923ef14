/**
 * Benchmarks of calls run on one core: on several, most of a short call is the time a sleeping process needs to be
 * woken on another core. That is the scheduler's, differs from run to run, and hides what the programs cost.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The first core that this process may use, or undefined where processes cannot be bound to one. */
function firstCore() {
  if (process.platform !== "linux" || spawnSync("taskset", ["--version"]).status !== 0) return undefined;
  return /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
}

/** Runs a Node program with all its children on one core, where the machine can; the exit status. */
export function runOnOneCore(file, args = []) {
  const core = firstCore();
  if (core === undefined) {
    console.log("     all cores: `taskset` is missing, so the times include the waking of other cores");
    return spawnSync(process.execPath, [file, ...args], { stdio: "inherit" }).status;
  }
  console.log(`     on core ${core} alone:`);
  return spawnSync("taskset", ["-c", core, process.execPath, file, ...args], { stdio: "inherit" }).status;
}
