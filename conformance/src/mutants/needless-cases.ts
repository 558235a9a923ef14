/** Cases that nobody would miss. */

import type { Case } from "../case/format.js";
import type { Invariant } from "../judge/contract.js";
import type { ClassifiedMutant } from "./classify.js";

/**
 * The cases that could be deleted without a mutant that survives or a requirement that nothing proves: what they
 * prove is proved by another case or watched in every run, each mutant that they kill has another killer, and no case
 * names them as its twin, which would be refused without them. `results` are those of every mutant against every case
 * that cites what it breaks.
 */
export function needlessCases(
  cases: readonly Pick<Case, "id" | "proves" | "twin">[],
  results: readonly Pick<ClassifiedMutant, "killers">[],
  invariants: readonly Pick<Invariant, "requirements">[],
): readonly string[] {
  const watched = new Set(invariants.flatMap(({ requirements }) => requirements));
  const proofs = new Map<string, string[]>();
  for (const { id, proves } of cases) {
    for (const requirement of proves) {
      if (!watched.has(requirement)) proofs.set(requirement, [...(proofs.get(requirement) ?? []), id]);
    }
  }
  const alone = [...proofs.values(), ...results.map(({ killers }) => killers)].filter(
    (ids) => ids.length === 1,
  );
  const twins = cases.flatMap(({ twin }) => twin ?? []);
  const needed = new Set([...alone.flat(), ...twins]);
  return cases.map(({ id }) => id).filter((id) => !needed.has(id));
}
