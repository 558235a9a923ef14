/** What the benchmarks share: a manager to measure, medians, and a verdict that sets the exit status. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createExtensionManager, killExtensionProcesses } from "../dist/extensions/index.js";

/** Smaller numbers, for a look. */
export const quick = process.argv.includes("--quick");
/** The extension that answers `echo`. */
export const minimalExtension = fileURLToPath(new URL("minimal-extension", import.meta.url));
/** A folder that lasts as long as the benchmark. */
export const home = mkdtempSync(join(tmpdir(), "extproto-bench-"));
process.on("exit", () => {
  killExtensionProcesses();
  rmSync(home, { recursive: true, force: true });
});

/** A manager of exactly these extensions. */
export function newManager(explicit) {
  return createExtensionManager({
    home,
    cwd: home,
    explicit,
    discover: false,
    facts: () => ({ version: "0", provider: "scripted", model: "scripted", cwd: home }),
    builtinTools: () => new Set(["read", "write", "edit", "bash", "skill"]),
    builtinCommands: () => new Set(),
    secrets: [],
    env: process.env,
  });
}

/** The middle one. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Milliseconds that `count` calls take with `width` of them in flight. */
export async function timed(call, count, width) {
  const begin = performance.now();
  let left = count;
  async function lane() {
    while (left-- > 0) await call();
  }
  await Promise.all(Array.from({ length: width }, lane));
  return performance.now() - begin;
}

/** Prints a value beside its bound; a bound that is missed fails the benchmark. */
export function judge(name, value, bound, holds) {
  console.log(`${holds ? "ok  " : "MISS"} ${name}: ${value} (${bound})`);
  if (!holds) process.exitCode = 1;
}
