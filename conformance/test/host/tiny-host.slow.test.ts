import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { createHostTarget } from "../../src/targets/host/host-target.js";
import { account, check, passed } from "./check.js";

const file = fileURLToPath(new URL("../../../docs/examples/hosts/tiny-host/tiny-host.yaml", import.meta.url));

it("a small host that shares nothing with the reference host passes everything that applies", async () => {
  const results = await check(createHostTarget({ profile: file }), { jobs: 4 });
  expect(account(results)).toEqual([]);
  expect(passed(results).length).toBeGreaterThan(250);
}, 1_200_000);
