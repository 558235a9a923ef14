/** Runs the kit's own host cases on a target, as the command does. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Case } from "../../src/case/format.js";
import { loadCases } from "../../src/case/load.js";
import type { RunResult, Target } from "../../src/run/contract.js";
import { runAll } from "../../src/run/run-all.js";
import type { Transform } from "../../src/run/transform.js";

/** Every case for hosts. */
export const allCases: readonly Case[] = loadCases(
  fileURLToPath(new URL("../../cases", import.meta.url)),
).cases.filter((theCase) => theCase.for === "host");

/** The path of a profile that comes with the kit. */
export function profile(name: string): string {
  return fileURLToPath(new URL(`../../profiles/${name}.yaml`, import.meta.url));
}

/** What to run, and how. */
export interface CheckOptions {
  readonly cases?: readonly Case[];
  readonly jobs?: number;
  readonly transform?: Transform;
}

/** Runs the cases on a host. */
export async function check(target: Target, options: CheckOptions = {}): Promise<readonly RunResult[]> {
  const { cases = allCases, jobs = 2, transform } = options;
  const out = await mkdtemp(join(tmpdir(), "xp-out-"));
  try {
    return await runAll({
      target,
      cases,
      options: { out, jobs, ...(transform === undefined ? {} : { transform }) },
    });
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

/** A short account of everything that is not a pass, for the message of a failing test. */
export function account(results: readonly RunResult[]): readonly string[] {
  return results
    .filter(({ judgement }) => judgement.verdict !== "pass" && judgement.verdict !== "not-applicable")
    .map(({ id, judgement }) => {
      const said = judgement.findings.map(({ expected, actual }) => `expected ${expected}; got ${actual}`);
      return `${judgement.verdict} ${id}: ${[judgement.why, ...said].filter(Boolean).join(" | ")}`;
    });
}

/** Ids of the runs that passed. */
export function passed(results: readonly RunResult[]): readonly string[] {
  return results.filter(({ judgement }) => judgement.verdict === "pass").map(({ id }) => id);
}
