import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { requirements } from "../../src/case/register.js";
import { invariantsFor } from "../../src/judge/invariants/registry.js";
import type { RunResult } from "../../src/run/contract.js";
import { type ExtensionMutant, extensionMutants, writeMutant } from "../../src/targets/extension/mutants.js";
import { account, allCases, check } from "./check.js";

const { mutants } = await extensionMutants();
const folder = mkdtempSync(join(tmpdir(), "xp-mutants-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The cases that cite the requirement; where only an invariant does, one that lets the mutant show itself. */
function casesAbout(requirement: string) {
  const citing = allCases.filter(({ proves }) => proves.includes(requirement));
  const watched = invariantsFor("extension").some((invariant) =>
    invariant.requirements.includes(requirement),
  );
  if (!watched) return citing;
  const usual = ["tools/valid-call", "commands/again", "events-and-interception/question-about-a-call"];
  const showing = allCases.filter(({ id }) => usual.some((name) => id.endsWith(name)));
  return [...new Set([...citing, ...showing])];
}

/** The run that fails, or warns where the requirement is no MUST, and blames the requirement for it. */
async function killer(mutant: ExtensionMutant): Promise<{ killer: string | undefined; said: string }> {
  const must = requirements().get(mutant.breaks)?.level === "MUST";
  const kills = ({ judgement: { verdict, findings } }: RunResult) =>
    (verdict === "fail" || (verdict === "warn" && !must)) &&
    findings.some(({ requirements: [blamed] }) => blamed === mutant.breaks);
  const checked = await check(await writeMutant(folder, mutant), {
    cases: casesAbout(mutant.breaks),
    allowTools: true,
    toolTimeout: 2_000,
    patience: 4_000,
    jobs: 2,
    until: kills,
  });
  return { killer: checked.results.find(kills)?.id, said: account(checked).join("\n") };
}

describe("the conforming extension that all mutants derive from", () => {
  it("passes every case without a warning", async () => {
    const checked = await check(await writeMutant(folder), { allowTools: true });
    expect(account(checked)).toEqual([]);
  }, 120_000);
});

describe("the table of mutants", () => {
  it("breaks every testable requirement that binds extensions", () => {
    const broken = new Set(mutants.map(({ breaks }) => breaks));
    const bound = [...requirements().values()].filter(
      ({ binds, status }) => binds.includes("extension") && status.kind === "testable",
    );
    expect(bound.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
  });

  it("names each mutant once and only requirements that exist", () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    expect(mutants.filter(({ breaks }) => !requirements().has(breaks))).toEqual([]);
  });
});

const timed = mutants.filter(({ breaks }) => breaks === "ext.ready.no-pause");
const untimed = mutants.filter((mutant) => !timed.includes(mutant));

describe.concurrent("a mutant is killed for what it breaks:", () => {
  it.each(untimed.map((mutant) => [mutant.name, mutant.breaks, mutant] as const))(
    "%s (%s)",
    async (_, __, mutant) => {
      const { killer: found, said } = await killer(mutant);
      expect(found, said).toBeDefined();
    },
    120_000,
  );
});

describe("a mutant that pauses is killed for it, on a machine that does not pause itself:", () => {
  it.each(timed.map((mutant) => [mutant.name, mutant] as const))(
    "%s",
    { timeout: 120_000, retry: 4 },
    async (_, mutant) => {
      const { killer: found, said } = await killer(mutant);
      expect(found, said).toBeDefined();
    },
  );
});
