import { describe, expect, it } from "vitest";
import type { RunResult } from "../../src/run/contract.js";
import { createHostTarget } from "../../src/targets/host/host-target.js";
import { account, allCases, check, profile } from "./check.js";

/** Verdict by run. */
function verdicts(results: readonly RunResult[]): Readonly<Record<string, string>> {
  return Object.fromEntries(results.map(({ id, judgement }) => [id, judgement.verdict]));
}

/** What the two ways differ in: over pipes nobody types on while the host works, and RPC shows no screen. */
const reasons = ["the host has no user concurrent", "the host has no user terminal-text"];

/** Runs that one of the ways cannot make, for a reason that lies in the way and not in the host. */
function impossible(results: readonly RunResult[]): readonly string[] {
  return results.filter(({ judgement }) => reasons.includes(judgement.why ?? "")).map(({ id }) => id);
}

/** Cases that ask for deadlines of their own. In all others nothing is shortened, so the host is started as it is. */
const timed = allCases.filter(({ deadlines }) => Object.keys(deadlines).length > 0);

const shortened = new Map<string, Promise<readonly RunResult[]>>();

/** Every case at deadlines as short as it wants them; made once. */
function atShortDeadlines(name: string): Promise<readonly RunResult[]> {
  const made = shortened.get(name) ?? check(createHostTarget({ profile: profile(name) }), { jobs: 4 });
  shortened.set(name, made);
  return made;
}

describe("the reference host", () => {
  it("gets the same verdicts through RPC and through its line mode", async () => {
    const rpc = await atShortDeadlines("reference-host");
    const plain = await atShortDeadlines("reference-host-plain");
    expect(account(rpc)).toEqual([]);
    expect(account(plain)).toEqual([]);
    const apart = new Set([...impossible(rpc), ...impossible(plain)]);
    expect(apart.size).toBeLessThan(10);
    const shared = (results: readonly RunResult[]) => verdicts(results.filter(({ id }) => !apart.has(id)));
    expect(shared(plain)).toEqual(shared(rpc));
  }, 1_200_000);

  it.each(["reference-host", "reference-host-plain"])(
    "gets the same verdicts at its default deadlines: %s",
    async (name) => {
      const target = createHostTarget({ profile: profile(name), shorten: false });
      // They wait for most of their time.
      const results = await check(target, { cases: timed, jobs: 12 });
      expect(account(results)).toEqual([]);
      const wanted = new Set(timed.map(({ id }) => id));
      const short = (await atShortDeadlines(name)).filter((result) => wanted.has(result.case));
      expect(verdicts(results)).toEqual(verdicts(short));
      expect(timed.length).toBeGreaterThan(30);
    },
    1_200_000,
  );
});
