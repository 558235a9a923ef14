import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { strangeExtensions, writeMutant } from "../../src/targets/extension/mutants.js";
import { account, allCases, check, withVerdict } from "./check.js";

const strange = await strangeExtensions();
const folder = mkdtempSync(join(tmpdir(), "xp-strange-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each extension gets a third of the cases, in turn, so that each case meets several; EXTPROTO_SLOW gives all to all. */
function casesFor(place: number) {
  if (process.env.EXTPROTO_SLOW !== undefined) return allCases;
  return allCases.filter((_, index) => index % 3 === place % 3);
}

describe("an extension that is strange and legal passes without a warning:", () => {
  it("there are enough of them", () => {
    expect(strange.length).toBeGreaterThanOrEqual(12);
  });

  it.each(strange.map((extension, place) => [extension.name, extension.doc, extension, place] as const))(
    "%s: %s",
    async (_, __, extension, place) => {
      const checked = await check(await writeMutant(folder, extension), {
        allowTools: true,
        jobs: 4,
        cases: casesFor(place),
      });
      expect(account(checked)).toEqual([]);
      expect(withVerdict(checked, "pass").length).toBeGreaterThan(8);
    },
    180_000,
  );
});
