import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { transforms } from "../../src/run/transforms.js";
import { writeMutant } from "../../src/targets/extension/mutants.js";
import { account, allCases, check, withVerdict } from "./check.js";

const folder = mkdtempSync(join(tmpdir(), "xp-transforms-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One case of each document in the quick run, all of them with EXTPROTO_SLOW. */
const cases =
  process.env.EXTPROTO_SLOW === undefined
    ? allCases.filter(
        (each, index) => allCases.findIndex(({ id }) => id.split("/")[1] === each.id.split("/")[1]) === index,
      )
    : allCases;

describe("a conforming extension passes whatever the bytes of the frames look like:", () => {
  it.each([...transforms.keys()])(
    "%s",
    async (name) => {
      const transform = transforms.get(name);
      const options = { allowTools: true, cases, ...(transform ? { transform } : {}) };
      const checked = await check(await writeMutant(folder), options);
      expect(account(checked)).toEqual([]);
      expect(withVerdict(checked, "pass").length).toBeGreaterThan(5);
    },
    180_000,
  );
});
