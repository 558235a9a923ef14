import { describe, expect, it } from "vitest";
import type { RunResult } from "../../src/run/contract.js";
import { createHostTarget } from "../../src/targets/host/host-target.js";
import { account, check, profile } from "./check.js";

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

describe("the reference host", () => {
  it("gets the same verdicts through RPC and through its line mode", async () => {
    const rpc = await check(createHostTarget({ profile: profile("reference-host") }));
    const plain = await check(createHostTarget({ profile: profile("reference-host-plain") }));
    expect(account(rpc)).toEqual([]);
    expect(account(plain)).toEqual([]);
    const apart = new Set([...impossible(rpc), ...impossible(plain)]);
    const shared = (results: readonly RunResult[]) => verdicts(results.filter(({ id }) => !apart.has(id)));
    expect(shared(plain)).toEqual(shared(rpc));
  }, 1_200_000);

  it("passes everything that applies at its default deadlines", async () => {
    const target = createHostTarget({ profile: profile("reference-host"), shorten: false });
    expect(account(await check(target, { jobs: 8 }))).toEqual([]);
  }, 2_400_000);
});
