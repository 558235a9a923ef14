/** Checks of the extensions that come with the documentation. */
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Case } from "../../src/case/format.js";
import { requirements } from "../../src/case/register.js";
import { account, check, examples, findings, withVerdict } from "./check.js";

/** A test for each of them: they pass, with warnings only where the specification says SHOULD. */
export function passWithoutBlame(
  cases: readonly Case[],
  names = ["hello-py", "clock-node", "coin-shell"],
): void {
  it.each(names)(
    "%s",
    async (name) => {
      const checked = await check(join(examples, name), { cases, allowTools: true, toolTimeout: 10_000 });
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
}
