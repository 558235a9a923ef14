/** Checks of extensions that are strange and legal. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Case } from "../../src/case/format.js";
import {
  type ExtensionVariant,
  strangeExtensions,
  writeMutant,
} from "../../src/targets/extension/mutants.js";
import { account, type Checked, check, inPool, withVerdict } from "./check.js";

export const strange = await strangeExtensions();

/** A test for each strange extension: the cases that it gets, by its place in the table, leave nothing to say. */
export function passWithoutWarning(casesFor: (place: number) => readonly Case[]): void {
  const folder = mkdtempSync(join(tmpdir(), "xp-strange-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = async (extension: ExtensionVariant): Promise<Checked> =>
    check(await writeMutant(folder, extension), {
      allowTools: true,
      jobs: 2,
      cases: casesFor(strange.indexOf(extension)),
    });
  let outcome: (extension: ExtensionVariant) => Promise<Checked>;
  beforeAll(() => {
    outcome = inPool(strange, run, { jobs: 4 });
  });
  it.each(strange.map((extension) => [extension.name, extension.doc, extension] as const))(
    "%s: %s",
    async (_, __, extension) => {
      const checked = await outcome(extension);
      expect(account(checked)).toEqual([]);
      expect(withVerdict(checked, "pass")).not.toEqual([]);
    },
    600_000,
  );
}
