import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requirements } from "../../src/case/register.js";
import type { RunResult } from "../../src/run/contract.js";
import {
  type ExtensionMutant,
  extensionMutants,
  mutantOptions,
  writeMutant,
} from "../../src/targets/extension/mutants.js";
import { account, allCases, check, inPool } from "./check.js";

const { mutants, transformed } = await extensionMutants();
const everyMutant = [...mutants, ...transformed];
const folder = mkdtempSync(join(tmpdir(), "xp-mutants-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whether the run fails, or warns where the requirement is no MUST, and blames the requirement for it. */
function kills({ judgement: { verdict, findings } }: RunResult, { breaks }: ExtensionMutant): boolean {
  const must = requirements().get(breaks)?.level === "MUST";
  return (
    (verdict === "fail" || (verdict === "warn" && !must)) &&
    findings.some(({ requirements: [blamed] }) => blamed === breaks)
  );
}

/** What the mutant's own case says about it. */
async function runOwnCase(mutant: ExtensionMutant): Promise<{ killed: boolean; said: string }> {
  const checked = await check(await writeMutant(folder, mutant), {
    ...mutantOptions,
    cases: allCases.filter(({ id }) => id === mutant.case),
    patience: 3_000,
    jobs: 1,
    until: (result) => kills(result, mutant),
  });
  return {
    killed: checked.results.some((result) => kills(result, mutant)),
    said: account(checked).join("\n"),
  };
}

describe("the table of mutants", () => {
  it("breaks every testable requirement that binds extensions", () => {
    const broken = new Set(mutants.map(({ breaks }) => breaks));
    const bound = [...requirements().values()].filter(
      ({ binds, status }) => binds.includes("extension") && status.kind === "testable",
    );
    expect(bound.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
  });

  it("names each mutant once and only requirements that exist", () => {
    expect(new Set(everyMutant.map(({ name }) => name)).size).toBe(everyMutant.length);
    expect(everyMutant.filter(({ breaks }) => !requirements().has(breaks))).toEqual([]);
  });

  it("names for each mutant a case that proves what it breaks", () => {
    const wrong = mutants.filter(
      (mutant) => !allCases.some(({ id, proves }) => id === mutant.case && proves.includes(mutant.breaks)),
    );
    expect(wrong.map(({ name, case: named }) => `${name}: ${named}`)).toEqual([]);
  });

  it("has a mutant for each case, which the case exists to catch", () => {
    const named = new Set(mutants.map((mutant) => mutant.case));
    expect(allCases.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([]);
  });
});

describe("a mutant is killed by its case, for what it breaks:", () => {
  let outcome: (mutant: ExtensionMutant) => ReturnType<typeof runOwnCase>;
  beforeAll(() => {
    outcome = inPool(mutants, runOwnCase, { jobs: 6 });
  });

  it.each(mutants.map((mutant) => [mutant.name, mutant.breaks, mutant] as const))(
    "%s (%s)",
    async (_, __, mutant) => {
      const { killed, said } = await outcome(mutant);
      expect(killed, said).toBe(true);
    },
    120_000,
  );
});
