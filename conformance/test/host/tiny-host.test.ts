import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createHostTarget } from "../../src/targets/host/host-target.js";
import { account, allCases, check, passed } from "./check.js";

const file = fileURLToPath(new URL("../../../docs/examples/hosts/tiny-host/tiny-host.yaml", import.meta.url));

describe("a host that shares nothing with the reference host", () => {
  it("is checked with nothing but a profile", async () => {
    const target = createHostTarget({ profile: file });
    // It cannot be told shorter deadlines, so what waits for one takes its time: tiny-host.slow.test.ts runs all.
    const applying = allCases.filter(
      (each) =>
        Object.keys(each.deadlines).length === 0 && target.plan(each).every(({ kind }) => kind === "run"),
    );
    const cases = applying.filter((_, index) => index % 20 === 0);
    const results = await check(target, { cases });
    expect(account(results)).toEqual([]);
    expect(passed(results).length).toBeGreaterThan(8);
  }, 60_000);
});
