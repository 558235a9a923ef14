import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { account, allCases, check, passed } from "./check.js";
import { compoundHosts, strangeHosts, strangeTarget } from "./strange-hosts.js";

const folder = mkdtempSync(join(tmpdir(), "xp-strange-hosts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const compounded = new Set(compoundHosts.flatMap(({ of }) => of ?? []));

/** Hosts that get every case; all others are part of one of them, and get another tenth of the cases each. */
const whole = strangeHosts.filter(({ name }) => !compounded.has(name));
const parts = strangeHosts.filter(({ name }) => compounded.has(name));
const share = 10;

describe("a host that is strange and legal passes everything that applies:", () => {
  it.each(whole.map((host) => [host.name, host.doc, host] as const))(
    "%s: %s",
    async (name, _, host) => {
      const results = await check(await strangeTarget(host, join(folder, name)), { jobs: 4 });
      expect(account(results)).toEqual([]);
      expect(passed(results).length).toBeGreaterThan(300);
    },
    1_200_000,
  );
});

describe("by itself, what is strange about those passes too:", () => {
  it.each(parts.map((host, place) => [host.name, host.doc, host, place] as const))(
    "%s: %s",
    async (name, _, host, place) => {
      const cases = allCases.filter((_each, index) => index % share === place % share);
      const results = await check(await strangeTarget(host, join(folder, name)), { cases, jobs: 4 });
      expect(account(results)).toEqual([]);
      expect(passed(results).length).toBeGreaterThan(20);
    },
    1_200_000,
  );
});
