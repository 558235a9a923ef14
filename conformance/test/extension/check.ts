/** Checks an extension's folder with the kit's own cases, as the command does. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Case } from "../../src/case/format.js";
import { readCases } from "../../src/check/kit-cases.js";
import type { Finding } from "../../src/judge/contract.js";
import type { RunResult, TargetFacts } from "../../src/run/contract.js";
import { runAll } from "../../src/run/run-all.js";
import type { Transform } from "../../src/run/transform.js";
import {
  type ExtensionTargetOptions,
  extensionTarget,
} from "../../src/targets/extension/extension-target.js";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Every case for extensions. */
export const allCases: readonly Case[] = readCases([], "extension").cases;

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

/** Begins all jobs, a few at a time, in the order given; each can be waited for by itself. */
export function inPool<K, T>(
  keys: readonly K[],
  work: (key: K) => Promise<T>,
  { jobs }: { readonly jobs: number },
): (key: K) => Promise<T> {
  const settle = new Map<K, { resolve: (value: T) => void; reject: (error: unknown) => void }>();
  const promises = new Map(
    keys.map((key) => {
      const promise = new Promise<T>((resolve, reject) => settle.set(key, { resolve, reject }));
      // A test that waits for it reports it; until then it is nobody's.
      promise.catch(() => {});
      return [key, promise];
    }),
  );
  const waiting = keys.values();
  const worker = async (): Promise<void> => {
    for (const key of waiting)
      await work(key).then(
        (value) => settle.get(key)?.resolve(value),
        (error: unknown) => settle.get(key)?.reject(error),
      );
  };
  for (let index = 0; index < jobs; index += 1) void worker();
  return (key) => promises.get(key) ?? Promise.reject(new Error("there is no such job"));
}
