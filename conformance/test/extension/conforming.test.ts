import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { writeMutant } from "../../src/targets/extension/mutants.js";
import { account, allCases, check, withVerdict } from "./check.js";

const folder = mkdtempSync(join(tmpdir(), "xp-conforming-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the conforming extension that all mutants derive from passes every case without a warning", async () => {
  const checked = await check(await writeMutant(folder), { allowTools: true });
  expect(account(checked)).toEqual([]);
  const passed = new Set(withVerdict(checked, "pass").map((id) => id.split(" ")[0]));
  expect(allCases.map(({ id }) => id).filter((id) => !passed.has(id))).toEqual([]);
}, 120_000);
