import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("deleting any of forty constraints from the definitions is noticed by a vector", () => {
  const script = fileURLToPath(new URL("../scripts/delete-constraints.mjs", import.meta.url));
  const output = execFileSync(process.execPath, [script, "--count", "40", "--seed", "7", "--quiet"], {
    encoding: "utf8",
  });
  expect(output).toMatch(/^40 of \d+ constraints deleted one by one, 0 deletions missed\n$/);
});
