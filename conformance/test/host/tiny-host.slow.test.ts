import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { createHostTarget } from "../../src/targets/host/host-target.js";
import { account, allCases, check, passed } from "./check.js";

const file = fileURLToPath(new URL("../../../docs/examples/hosts/tiny-host/tiny-host.yaml", import.meta.url));

it("a small host that shares nothing with the reference host passes the documents that it carries out", async () => {
  const documents = ["lifecycle", "manifest-and-discovery", "tools"];
  const cases = allCases.filter(({ id }) => documents.includes(id.split("/")[1] ?? ""));
  const results = await check(createHostTarget({ profile: file }), { cases, jobs: 8 });
  expect(account(results)).toEqual([]);
  expect(passed(results).length).toBeGreaterThan(50);
}, 600_000);
