/** One mutant against the cases that are to kill it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Case } from "../case/format.js";
import type { RunResult, Target } from "../run/contract.js";
import { runAll } from "../run/run-all.js";
import { createClientTarget } from "../targets/client/client-target.js";
import { extensionTarget } from "../targets/extension/extension-target.js";
import { writeMutant } from "../targets/extension/mutants.js";
import { hostPackages } from "./bundle-packages.js";
import { type ClassifiedMutant, classify, isKilling, kills } from "./classify.js";
import { misplaced, openHostMutant } from "./host-mutant.js";
import type { BrokenClient, BrokenExtension, HostMutant, Mutant } from "./table.js";

/** How a mutant is run. */
export interface MutantRun {
  /** The cases, in the order in which they are tried. */
  readonly cases: readonly Case[];
  /** All of them; otherwise the first that kills the mutant is the last. */
  readonly full?: boolean;
  readonly signal?: AbortSignal;
}

/** A sound target answers within milliseconds, so a mutant that keeps silent need not be waited for long. */
const patience = 2_000;

/**
 * Runs a mutant, unless all is wanted until it is killed for the right requirement. Everything that was started is
 * gone afterwards. One whose own case is not there is dead: what else kills it says nothing of that case.
 */
export async function runMutant(mutant: Mutant, run: MutantRun): Promise<ClassifiedMutant> {
  if (mutant.case !== undefined && !run.cases.some(({ id }) => id === mutant.case))
    return classify(mutant, [], { milliseconds: 0, dead: `there is no case ${mutant.case}` });
  const folder = await mkdtemp(join(tmpdir(), "xp-mutant-"));
  const begun = performance.now();
  try {
    const { results, dead } = await runKind(mutant, run, folder);
    return classify(mutant, results, {
      milliseconds: Math.round(performance.now() - begun),
      ...(dead === undefined ? {} : { dead }),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runKind(mutant: Mutant, run: MutantRun, folder: string): Promise<Outcome> {
  switch (mutant.kind) {
    case "host":
      return runHost(mutant, run, folder);
    case "extension":
      return runExtension(mutant, run, folder);
    case "client":
      return runClient(mutant, run, folder);
  }
}

async function runClient(mutant: BrokenClient, run: MutantRun, folder: string): Promise<Outcome> {
  const profile = { name: mutant.name, command: [process.execPath, mutant.program, "{prompt}"] };
  const target = createClientTarget({ profile: mutant.program, loaded: { profile, folder } });
  return { results: await untilKilled(mutant, run, folder, () => target) };
}

interface Outcome {
  readonly results: readonly RunResult[];
  readonly dead?: string | undefined;
}

async function runHost(mutant: HostMutant, run: MutantRun, folder: string): Promise<Outcome> {
  const wrong = misplaced(mutant);
  if (wrong !== undefined) return { results: [], dead: wrong };
  const { targetFor, dead } = openHostMutant(mutant, folder, await hostPackages());
  const results = await untilKilled(mutant, run, folder, targetFor);
  return { results, dead: dead() };
}

async function runExtension(mutant: BrokenExtension, run: MutantRun, folder: string): Promise<Outcome> {
  const target = await extensionTarget(await writeMutant(folder, mutant.variant), {
    allowTools: true,
    toolTimeout: 2_000,
  });
  try {
    return { results: await untilKilled(mutant, run, folder, () => target) };
  } finally {
    await target.close?.();
  }
}

async function untilKilled(
  mutant: Mutant,
  { cases, full = false, signal }: MutantRun,
  out: string,
  targetFor: (theCase: Case) => Target,
): Promise<readonly RunResult[]> {
  const results: RunResult[] = [];
  for (const theCase of cases) {
    if (signal?.aborted) break;
    const made = await runAll({
      target: targetFor(theCase),
      cases: [theCase],
      options: {
        out,
        patience,
        enough: (finding) => isKilling(finding, mutant),
        ...(signal === undefined ? {} : { signal }),
      },
    });
    results.push(...made);
    if (!full && made.some((result) => kills(result, mutant))) break;
  }
  return results;
}
