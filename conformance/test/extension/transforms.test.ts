import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plain } from "../../src/run/transform.js";
import { transforms } from "../../src/run/transforms.js";
import {
  extensionMutants,
  mutantOptions,
  type TransformMutant,
  writeMutant,
} from "../../src/targets/extension/mutants.js";
import { account, allCases, type Checked, check, inPool, withVerdict } from "./check.js";

const { transformed } = await extensionMutants();
const folder = mkdtempSync(join(tmpdir(), "xp-transforms-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the mutant's case says about it, with the frames in their plain form and under its transform. */
async function run(mutant: TransformMutant): Promise<{ plainly: Checked; changed: Checked }> {
  const path = await writeMutant(folder, mutant);
  const under = (name: string) =>
    check(path, {
      ...mutantOptions,
      toolTimeout: 5_000,
      jobs: 1,
      cases: allCases.filter(({ id }) => id === mutant.case),
      transform: transforms.get(name) ?? plain,
    });
  return { plainly: await under("plain"), changed: await under(mutant.transform) };
}

describe("a transform", () => {
  it("has a mutant that only it kills", () => {
    expect(transformed.map(({ transform }) => transform)).toEqual(
      [...transforms.keys()].filter((name) => name !== "plain"),
    );
  });

  let outcome: (mutant: TransformMutant) => ReturnType<typeof run>;
  beforeAll(() => {
    outcome = inPool(transformed, run, { jobs: 3 });
  });

  it.each(transformed.map((mutant) => [mutant.transform, mutant.name, mutant] as const))(
    "%s shows what is wrong with %s, and without it nothing does",
    async (_, __, mutant) => {
      const { plainly, changed } = await outcome(mutant);
      expect(account(plainly)).toEqual([]);
      expect(withVerdict(changed, "fail"), account(changed).join("\n")).not.toEqual([]);
    },
    120_000,
  );
});
