import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { account, allCases, check, passed } from "./check.js";
import { strangeHosts, strangeTarget } from "./strange-hosts.js";

const folder = mkdtempSync(join(tmpdir(), "xp-strange-hosts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each host gets another tenth of the cases. */
const share = 10;

describe("a host that is strange and legal passes:", () => {
  it.each(strangeHosts.map((host, place) => [host.name, host.doc, host, place] as const))(
    "%s: %s",
    async (name, _, host, place) => {
      const cases = allCases.filter((_each, index) => index % share === place % share);
      const results = await check(strangeTarget(host, join(folder, name)), { cases, jobs: 3 });
      expect(account(results)).toEqual([]);
      expect(passed(results).length).toBeGreaterThan(20);
    },
    1_200_000,
  );
});
