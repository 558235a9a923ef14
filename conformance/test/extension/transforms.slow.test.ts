import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { plain } from "../../src/run/transform.js";
import { transforms } from "../../src/run/transforms.js";
import { extensionMutants, mutantOptions, writeMutant } from "../../src/targets/extension/mutants.js";
import { account, allCases, type Checked, check, withVerdict } from "./check.js";

const { transformed } = await extensionMutants();
const folder = mkdtempSync(join(tmpdir(), "xp-transforms-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The verdict of each run, by its name without the transform's. */
function verdicts({ results }: Checked): Record<string, string> {
  return Object.fromEntries(
    results.map(({ case: name, instance = "", judgement }) => [`${name} ${instance}`, judgement.verdict]),
  );
}

describe.skipIf(process.env.EXTPROTO_SLOW === undefined)("under every transform", () => {
  const names = [...transforms.keys()].filter((name) => name !== "plain");
  const under = async (path: string, name: string, cases = allCases) =>
    check(path, {
      ...mutantOptions,
      toolTimeout: 5_000,
      cases,
      jobs: 3,
      transform: transforms.get(name) ?? plain,
    });

  let plainly: Checked | undefined;
  it.each(names)(
    "%s: every case of the conforming extension has the verdict that it has without",
    async (name) => {
      const path = await writeMutant(folder);
      plainly ??= await under(path, "plain");
      const changed = await under(path, name);
      expect(verdicts(changed), account(changed).join("\n")).toEqual(verdicts(plainly));
      expect(new Set(withVerdict(changed, "pass").map((id) => id.split(" ")[0])).size).toBeGreaterThan(20);
    },
    600_000,
  );

  it.each(transformed.map((mutant) => [mutant.name, mutant.transform, mutant] as const))(
    "%s fails its case under %s and under no other",
    async (_, own, mutant) => {
      const path = await writeMutant(folder, mutant);
      const cases = allCases.filter(({ id }) => id === mutant.case);
      const killing: string[] = [];
      for (const name of ["plain", ...names]) {
        if (withVerdict(await under(path, name, cases), "fail").length > 0) killing.push(name);
      }
      expect(killing).toEqual([own]);
    },
    600_000,
  );
});
