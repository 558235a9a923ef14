import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { observations } from "../../src/case/observations.js";
import { createHostTarget } from "../../src/targets/host/host-target.js";
import { surveyCase } from "../../src/targets/host/survey-cases.js";
import { account, check, passed, profile } from "./check.js";

const tiny = fileURLToPath(new URL("../../../docs/examples/hosts/tiny-host/tiny-host.yaml", import.meta.url));

it.each([profile("reference-host"), profile("reference-host-plain"), tiny])(
  "a conforming host has everything that cases see something through: %s",
  async (file) => {
    const cases = Object.keys(observations).map(surveyCase);
    const results = await check(createHostTarget({ profile: file }), { cases, jobs: 3 });
    expect(account(results)).toEqual([]);
    expect(passed(results).length).toBeGreaterThan(25);
  },
  120_000,
);
