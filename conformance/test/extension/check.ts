/** Checks an extension's folder with the kit's own cases, as the command does. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Case } from "../../src/case/format.js";
import { loadCases } from "../../src/case/load.js";
import type { Finding } from "../../src/judge/contract.js";
import type { RunResult, TargetFacts } from "../../src/run/contract.js";
import { runAll } from "../../src/run/run-all.js";
import type { Transform } from "../../src/run/transform.js";
import {
  type ExtensionTargetOptions,
  extensionTarget,
} from "../../src/targets/extension/extension-target.js";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The folder of the cases for extensions. */
export const casesFolder = at("../../cases");

/** Every case for extensions. */
export const allCases: readonly Case[] = loadCases(casesFolder).cases.filter(
  (theCase) => theCase.for === "extension",
);

/** Extensions that come with the documentation. */
export const examples = at("../../../docs/examples/extensions");

/** What to check, and how. */
export interface CheckOptions extends ExtensionTargetOptions {
  readonly cases?: readonly Case[];
  readonly jobs?: number;
  readonly transform?: Transform;
  /** How long a wait without a bound lasts. */
  readonly patience?: number;
  /** Ends the check early, once a result is enough; runs under way are given up. */
  readonly until?: (result: RunResult) => boolean;
}

/** What came of a check. */
export interface Checked {
  readonly facts: TargetFacts;
  readonly results: readonly RunResult[];
}

/** Runs the cases on an extension. */
export async function check(folder: string, options: CheckOptions = {}): Promise<Checked> {
  const { cases = allCases, jobs = 3, transform, patience, until, ...target } = options;
  const enough = new AbortController();
  const out = await mkdtemp(join(tmpdir(), "xp-out-"));
  const checked = await extensionTarget(folder, target);
  try {
    const results = await runAll({
      target: checked,
      cases,
      options: {
        out,
        jobs,
        signal: enough.signal,
        onResult: (result) => {
          if (until?.(result)) enough.abort("enough");
        },
        ...(transform ? { transform } : {}),
        ...(patience ? { patience } : {}),
      },
    });
    return { facts: checked.facts, results };
  } finally {
    await checked.close?.();
    await rm(out, { recursive: true, force: true });
  }
}

/** Ids of the runs with this verdict. */
export function withVerdict({ results }: Checked, ...verdicts: readonly string[]): readonly string[] {
  return results.filter(({ judgement }) => verdicts.includes(judgement.verdict)).map(({ id }) => id);
}

/** All findings, with the run in which each was made. */
export function findings({ results }: Checked): readonly (Finding & { readonly run: string })[] {
  return results.flatMap(({ id, judgement }) =>
    judgement.findings.map((finding) => ({ ...finding, run: id })),
  );
}

/** A short account of everything that is not a pass, for the message of a failing test. */
export function account({ results }: Checked): readonly string[] {
  return results
    .filter(({ judgement }) => judgement.verdict !== "pass" && judgement.verdict !== "not-applicable")
    .map(({ id, judgement }) => {
      const said = judgement.findings.map(({ expected, actual }) => `expected ${expected}; got ${actual}`);
      return `${judgement.verdict} ${id}: ${[judgement.why, ...said].filter(Boolean).join(" | ")}`;
    });
}
