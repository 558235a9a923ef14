/** Runs broken hosts against the cases that exist to catch them. */
import { expect, it } from "vitest";
import { readCases } from "../../src/check/kit-cases.js";
import { casesFor } from "../../src/mutants/choose-cases.js";
import { runMutant } from "../../src/mutants/run-mutant.js";
import { type HostMutant, readHostMutants } from "../../src/mutants/table.js";

const { cases } = readCases([], "host");

/** In the quick tests one mutant for each requirement, the first of its table; the slow tests have them all. */
function chosen(): readonly HostMutant[] {
  const all = readHostMutants();
  if (process.env.EXTPROTO_SLOW === "1") return all;
  return all.filter(({ breaks }, index) => all.findIndex((other) => other.breaks === breaks) === index);
}

/** A test for each mutant of the part; the parts run side by side in processes of their own. */
export function killedForTheRightReason({ part, of }: { readonly part: number; readonly of: number }): void {
  const mutants = chosen().filter((_, index) => index % of === part);
  it.each(mutants.map((mutant) => [mutant.name, mutant.breaks, mutant] as const))(
    "%s (%s)",
    async (_, __, mutant) => {
      const { class: found, notes } = await runMutant(mutant, { cases: casesFor(mutant, cases) });
      expect(found, notes.join("\n")).toBe("killed");
    },
    120_000,
  );
}
