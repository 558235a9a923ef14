import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { account, allCases, check, passed } from "./check.js";
import { simpleHosts, strangeHosts, strangeTarget } from "./strange-hosts.js";

const folder = mkdtempSync(join(tmpdir(), "xp-strange-hosts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One ordinary exchange for each; all of them get many in strange.slow.test.ts. */
const usual = allCases.filter(({ id }) => id.startsWith("host/tools/") || id.startsWith("host/commands/"));

describe("a host that is strange and legal passes:", () => {
  it("there are enough of them", () => {
    expect(simpleHosts.length).toBeGreaterThanOrEqual(8);
  });

  it.each(strangeHosts.map((host, place) => [host.name, host.doc, host, place] as const))(
    "%s: %s",
    async (name, _, host, place) => {
      const cases = usual.filter((_each, index) => index % strangeHosts.length === place);
      const results = await check(await strangeTarget(host, join(folder, name)), { cases, jobs: 3 });
      expect(account(results)).toEqual([]);
      expect(passed(results).length).toBeGreaterThanOrEqual(1);
    },
    120_000,
  );
});
