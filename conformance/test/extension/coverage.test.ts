import { describe, expect, it } from "vitest";
import { requirements } from "../../src/case/register.js";
import { invariantsFor } from "../../src/judge/invariants/registry.js";
import { allCases } from "./check.js";

const proved = new Set([
  ...allCases.flatMap(({ proves }) => proves),
  ...invariantsFor("extension").flatMap((invariant) => invariant.requirements),
]);

describe("the cases and invariants for extensions", () => {
  it("prove every testable requirement that binds extensions", () => {
    const bound = [...requirements().values()].filter(
      ({ binds, status }) => binds.includes("extension") && status.kind === "testable",
    );
    expect(bound.map(({ id }) => id).filter((id) => !proved.has(id))).toEqual([]);
    expect(bound.length).toBeGreaterThan(30);
  });

  it("prove nothing that does not bind extensions", () => {
    const stray = [...proved].filter((id) => !requirements().get(id)?.binds.includes("extension"));
    expect(stray).toEqual([]);
  });

  it("name only twins that are there", () => {
    const ids = allCases.map(({ id }) => id);
    expect(allCases.filter(({ twin }) => twin !== undefined && !ids.includes(twin))).toEqual([]);
  });

  it("stand in the folder of the document whose requirement they prove", () => {
    const misplaced = allCases.filter(({ id, proves }) => {
      const documents = proves.map((each) => requirements().get(each)?.document.replace(/\.md$/, ""));
      return !documents.includes(id.split("/")[1]);
    });
    expect(misplaced.map(({ id, proves }) => `${id}: ${proves.join(", ")}`)).toEqual([]);
  });
});
