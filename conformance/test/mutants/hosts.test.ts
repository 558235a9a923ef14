/** Every broken host is killed by the case that exists to catch it, and for the requirement that it breaks. */
import { describe, expect, it } from "vitest";
import { readCases } from "../../src/check/kit-cases.js";
import { casesFor } from "../../src/mutants/choose-cases.js";
import { runMutant } from "../../src/mutants/run-mutant.js";
import { readHostMutants } from "../../src/mutants/table.js";

const { cases } = readCases([], "host");

// Five at a time, as many as vitest lets: most of a mutant's time is spent in waiting for what does not come.
describe.concurrent("a broken host is killed for what it breaks:", () => {
  it.each(readHostMutants().map((mutant) => [mutant.name, mutant.breaks, mutant] as const))(
    "%s (%s)",
    async (_, __, mutant) => {
      const { class: found, notes } = await runMutant(mutant, { cases: casesFor(mutant, cases) });
      expect(found, notes.join("\n")).toBe("killed");
    },
    120_000,
  );
});
