import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createHostTarget } from "../../src/targets/host/host-target.js";
import { account, allCases, check, passed } from "./check.js";

const file = fileURLToPath(new URL("../../../docs/examples/hosts/tiny-host/tiny-host.yaml", import.meta.url));

/** A few of each document that it carries out; the others are in tiny-host.slow.test.ts. */
const documents = ["lifecycle", "manifest-and-discovery", "tools"];

describe("a host that shares nothing with the reference host", () => {
  it("is checked with nothing but a profile", async () => {
    // It cannot be told shorter deadlines, so what waits for one takes its time.
    const own = allCases.filter(
      ({ id, deadlines }) =>
        documents.includes(id.split("/")[1] ?? "") && Object.keys(deadlines).length === 0,
    );
    const cases = own.filter((_, index) => index % 5 === 0);
    const results = await check(createHostTarget({ profile: file }), { cases });
    expect(account(results)).toEqual([]);
    expect(passed(results).length).toBeGreaterThan(8);
  }, 60_000);
});
