import { describe, expect, it } from "vitest";
import { transforms } from "../../src/run/transforms.js";
import { createHostTarget } from "../../src/targets/host/host-target.js";
import { account, allCases, check, passed, profile } from "./check.js";

/** Every tenth case, so that all documents are met: more than twenty of them. */
const cases = allCases.filter((_, index) => index % 10 === 0);

describe("a verdict does not depend on how the kit puts its frames into bytes:", () => {
  it.each([...transforms.values()].map((transform) => [transform.name, transform] as const))(
    "%s",
    async (_, transform) => {
      const target = createHostTarget({ profile: profile("reference-host") });
      const results = await check(target, { cases, transform, jobs: 4 });
      expect(account(results)).toEqual([]);
      expect(passed(results).length).toBeGreaterThanOrEqual(20);
    },
    600_000,
  );
});
