/** Which cases a mutant is run against. */
import type { Case } from "../case/format.js";
import { invariantsFor } from "../judge/invariants/registry.js";
import type { Mutant } from "./table.js";

/** Ordinary exchanges, in which a mutant that only an invariant knows shows itself. */
const usual: Readonly<Record<Mutant["kind"], readonly string[]>> = {
  extension: [
    "extension/tools/valid-call",
    "extension/commands/again",
    "extension/events-and-interception/question-about-a-call",
  ],
  host: [],
  client: [],
};

/**
 * The case that the mutant names, alone; with `full`, or where it names none, every case that cites what it breaks
 * (the named one first). What an invariant watches shows in ordinary cases too.
 */
export function casesFor(
  mutant: Mutant,
  all: readonly Case[],
  { full = false }: { readonly full?: boolean } = {},
): readonly Case[] {
  const own = all.filter(({ id }) => id === mutant.case);
  if (own.length > 0 && !full) return own;
  const citing = all.filter(
    ({ for: kind, proves }) => kind === mutant.kind && proves.includes(mutant.breaks),
  );
  const watched = invariantsFor(mutant.kind).some(({ requirements }) => requirements.includes(mutant.breaks));
  const showing = watched ? all.filter(({ id }) => usual[mutant.kind].includes(id)) : [];
  return [...new Set([...own, ...citing, ...showing])];
}
