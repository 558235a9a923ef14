/** Runs broken hosts against the cases that exist to catch them. */
import { expect, it } from "vitest";
import { readCases } from "../../src/check/kit-cases.js";
import { casesFor } from "../../src/mutants/choose-cases.js";
import { runMutant } from "../../src/mutants/run-mutant.js";
import { readHostMutants } from "../../src/mutants/table.js";

const { cases } = readCases([], "host");

/** A test for each mutant of the part; the parts run side by side in processes of their own. */
export function killedForTheRightReason({ part, of }: { readonly part: number; readonly of: number }): void {
  const mutants = readHostMutants().filter((_, index) => index % of === part);
  it.each(mutants.map((mutant) => [mutant.name, mutant.breaks, mutant] as const))(
    "%s (%s)",
    async (_, __, mutant) => {
      const { class: found, notes } = await runMutant(mutant, { cases: casesFor(mutant, cases) });
      expect(found, notes.join("\n")).toBe("killed");
    },
    120_000,
  );
}
