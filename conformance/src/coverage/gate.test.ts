/** The gate: every rule that can be tested is tested, and every test is known to find what it is there for. */
import { describe, expect, it } from "vitest";
import { requirements } from "../case/register.js";
import { kitProofs } from "./generate.js";
import { coverageMatrix, gapsIn, unknownIds } from "./matrix.js";

const proofs = await kitProofs();
const gaps = gapsIn(coverageMatrix(requirements().values(), proofs));

describe("of the requirements that can be tested", () => {
  it("each is proved by a case or an invariant", () => {
    expect(gaps.unproved).toEqual([]);
  });

  it("each MUST is broken by a mutant", () => {
    expect(gaps.withoutMutant).toEqual([]);
  });

  it("none is named that the specification does not have", () => {
    expect(unknownIds(requirements(), proofs)).toEqual([]);
  });
});
