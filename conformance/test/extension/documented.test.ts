import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { requirements } from "../../src/case/register.js";
import { account, check, examples, findings, withVerdict } from "./check.js";

describe("the extensions of the documentation pass, with warnings only where the specification says SHOULD:", () => {
  it.each(["hello-py", "clock-node", "coin-shell"])(
    "%s",
    async (name) => {
      const checked = await check(join(examples, name), { allowTools: true, toolTimeout: 10_000 });
      const bad = withVerdict(checked, "fail", "could-not-run", "dependency-failed", "harness-error");
      expect(bad, account(checked).join("\n")).toEqual([]);
      const levels = findings(checked).flatMap((finding) =>
        finding.requirements.map((id) => requirements().get(id)?.level),
      );
      expect(levels.filter((level) => level !== "SHOULD")).toEqual([]);
      expect(withVerdict(checked, "pass").length).toBeGreaterThan(15);
    },
    180_000,
  );
});
