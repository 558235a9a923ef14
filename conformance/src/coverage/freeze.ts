/**
 * Freezes the cases and watched rules that count for the released specification, when the kit itself is released:
 * writes `releases/<version>.json`. Later cases for the same specification then count only without `--spec`.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { specVersion } from "@extproto/schemas";
import { readCases } from "../check/kit-cases.js";
import { releases } from "../check/released-set.js";
import { invariants } from "../judge/invariants/registry.js";

/** Writes the file; refuses to change what has been released. */
export function freeze(folder = releases): number {
  const file = join(folder, `${specVersion}.json`);
  if (existsSync(file)) {
    process.stderr.write(`${file} exists: what has been released stays as it is\n`);
    return 1;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, frozenText());
  process.stdout.write(`${file} is written\n`);
  return 0;
}

/** The text of the list, as of now. */
export function frozenText(): string {
  const cases = readCases([])
    .cases.map(({ id }) => id)
    .sort();
  const rules = invariants.map(({ name }) => name).sort();
  return `${JSON.stringify({ spec: specVersion, cases, invariants: rules }, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = freeze();
