/** Many mutants, a few at a time. */
import type { Case } from "../case/format.js";
import { casesFor } from "./choose-cases.js";
import type { ClassifiedMutant } from "./classify.js";
import { runMutant } from "./run-mutant.js";
import type { Mutant } from "./table.js";

/** How mutants are run. */
export interface MutantRuns {
  readonly mutants: readonly Mutant[];
  readonly cases: readonly Case[];
  readonly jobs: number;
  /** Each against every case that cites the requirement, not only against the one that the mutant names. */
  readonly full?: boolean;
  readonly signal?: AbortSignal;
  readonly onResult?: (result: ClassifiedMutant) => void;
}

/** Runs the mutants. Results are in the order of the mutants; those that an interruption left out are missing. */
export async function runMutants(runs: MutantRuns): Promise<readonly ClassifiedMutant[]> {
  const { mutants, cases, jobs, full = false, signal, onResult } = runs;
  const results: ClassifiedMutant[] = [];
  const waiting = mutants.entries();
  const work = async (): Promise<void> => {
    for (const [index, mutant] of waiting) {
      if (signal?.aborted) return;
      const result = await runMutant(mutant, {
        ...{ cases: casesFor(mutant, cases, { full }), full },
        ...(signal === undefined ? {} : { signal }),
      });
      if (signal?.aborted) return;
      results[index] = result;
      onResult?.(result);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return results.filter((result) => result !== undefined);
}
