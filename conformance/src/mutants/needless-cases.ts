/** Cases that nobody would miss. */
import type { Case } from "../case/format.js";
import type { ClassifiedMutant } from "./classify.js";

/**
 * The cases that could be deleted without a word from anybody: each requirement that they prove has another case,
 * and each mutant that they kill has another killer. `results` are those of every mutant against every case that
 * cites what it breaks.
 */
export function needlessCases(
  cases: readonly Pick<Case, "id" | "proves">[],
  results: readonly Pick<ClassifiedMutant, "killers">[],
): readonly string[] {
  const proofs = new Map<string, string[]>();
  for (const { id, proves } of cases)
    for (const requirement of proves) proofs.set(requirement, [...(proofs.get(requirement) ?? []), id]);
  const alone = [...proofs.values(), ...results.map(({ killers }) => killers)].filter(
    (ids) => ids.length === 1,
  );
  const needed = new Set(alone.flat());
  return cases.map(({ id }) => id).filter((id) => !needed.has(id));
}
