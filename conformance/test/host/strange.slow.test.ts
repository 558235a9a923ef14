import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { account, check, passed } from "./check.js";
import { strangeHosts, strangeTarget } from "./strange-hosts.js";

const folder = mkdtempSync(join(tmpdir(), "xp-strange-hosts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a host that is strange and legal passes everything that applies to it:", () => {
  it.each(strangeHosts.map((host) => [host.name, host.doc, host] as const))(
    "%s: %s",
    async (name, _, host) => {
      const results = await check(strangeTarget(host, join(folder, name)));
      expect(account(results)).toEqual([]);
      expect(passed(results).length).toBeGreaterThan(200);
    },
    1_200_000,
  );
});
