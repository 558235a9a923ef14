/** What came of a mutant. */
import { requirements } from "../case/register.js";
import type { Finding } from "../judge/contract.js";
import type { RunResult } from "../run/contract.js";
import type { Mutant } from "./table.js";

/** `killed`: for the requirement that it breaks. `mistaken`: something else was blamed. */
export type MutantClass = "killed" | "mistaken" | "survived" | "dead";

/** The classes, from best to worst, as people read them. */
export const classNames: Readonly<Record<MutantClass, string>> = {
  killed: "killed for the right requirement",
  mistaken: "killed for another",
  survived: "survived",
  dead: "dead",
};

/** A mutant with what came of it. */
export interface ClassifiedMutant {
  readonly mutant: Mutant;
  readonly class: MutantClass;
  /** The first run that killed it. */
  readonly killer?: string;
  /** Every case that was run and killed it. */
  readonly killers: readonly string[];
  /** The requirements that were blamed, each once, in order. */
  readonly blamed: readonly string[];
  /** For people: what the runs said, or why it is dead. */
  readonly notes: readonly string[];
  readonly milliseconds: number;
}

/** Whether this run kills the mutant for what it breaks. */
export function kills(result: RunResult, mutant: Mutant): boolean {
  return caught(result, mutant) && blamedIn(result).includes(mutant.breaks);
}

/** Whether this finding is all that is wanted: it fails the run, and for the right reason. */
export function isKilling({ requirements: [blamed] }: Finding, { breaks }: Mutant): boolean {
  return blamed === breaks && requirements().get(breaks)?.level === "MUST";
}

/** What a run blames: of each finding the first requirement, since that is the one a report shows. */
export function blamedIn({ judgement }: RunResult): readonly string[] {
  return [...new Set(judgement.findings.flatMap(({ requirements: [first] }) => first ?? []))];
}

/** A broken MUST has to fail; of anything less a warning is all that can be had. */
function caught({ judgement: { verdict } }: RunResult, { breaks }: Mutant): boolean {
  const must = requirements().get(breaks)?.level === "MUST";
  return verdict === "fail" || (verdict === "warn" && !must);
}

/** Sorts a mutant into its class; `dead` says why nothing was broken, where that is so. */
export function classify(
  mutant: Mutant,
  results: readonly RunResult[],
  { dead, milliseconds }: { readonly dead?: string; readonly milliseconds: number },
): ClassifiedMutant {
  const killer = results.find((result) => kills(result, mutant));
  const blamed = [...new Set((killer === undefined ? results : [killer]).flatMap(blamedIn))];
  const killing = results.filter((result) => kills(result, mutant)).map((result) => result.case);
  const common = { mutant, blamed, milliseconds, killers: [...new Set(killing)] };
  if (dead !== undefined) return { ...common, class: "dead", notes: [dead] };
  if (killer !== undefined)
    return { ...common, class: "killed", killer: killer.id, notes: account([killer]) };
  const mistaken = results.some(({ judgement }) => judgement.findings.length > 0);
  return { ...common, class: mistaken ? "mistaken" : "survived", notes: account(results) };
}

function account(results: readonly RunResult[]): readonly string[] {
  return results.flatMap(({ id, judgement: { verdict, why, findings } }) => [
    `${id}: ${verdict}${why === undefined ? "" : ` (${why})`}`,
    ...findings.map(
      ({ requirements: [first], assertion, expected, actual }) =>
        `  ${first} (${assertion}): expected ${expected}; got ${actual}`,
    ),
  ]);
}
