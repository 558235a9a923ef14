import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
// Probes are programs of their own, so the host is tested with the built kit.
import { runAll as runBuilt } from "../../dist/run/run-all.js";
import { createHostTarget } from "../../dist/targets/host/host-target.js";
import { withTables } from "../../src/case/document.js";
import { documentFile } from "../../src/case/generate.js";
import { runAll } from "../../src/run/run-all.js";
import { caseOf } from "./cases.js";
import { processTarget } from "./process-target.js";

const text = readFileSync(documentFile, "utf8");
const examples = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml = ""]) => ({
  title: (parse(yaml) as { title: string }).title,
  theCase: caseOf(yaml),
}));

let out = "";
beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), "examples-"));
});
afterAll(() => rmSync(out, { recursive: true }));

describe("the document for authors of cases", () => {
  it("has the tables that the vocabulary says", () => {
    expect(withTables(text)).toBe(text);
  });

  it("has examples of both targets", () => {
    expect(new Set(examples.map(({ theCase }) => theCase.for))).toEqual(new Set(["extension", "host"]));
  });

  it.each(examples.filter(({ theCase }) => theCase.for === "extension"))(
    "shows a case that a good extension passes: $title",
    async ({ theCase }) => {
      const program = fileURLToPath(new URL("programs/good.mjs", import.meta.url));
      const target = processTarget(program, {
        run: { bindings: { tool: { name: "echo", quoted: '"echo"' } } },
      });
      const [result] = await runAll({ target, cases: [theCase], options: { out } });
      expect(result?.judgement).toMatchObject({ verdict: "pass", findings: [] });
    },
  );

  it.each(examples.filter(({ theCase }) => theCase.for === "host"))(
    "shows a case that the reference host passes: $title",
    async ({ theCase }) => {
      const profile = fileURLToPath(new URL("../../profiles/reference-host.yaml", import.meta.url));
      const target = createHostTarget({ profile });
      const [result] = await runBuilt({ target, cases: [theCase], options: { out } });
      await target.close?.();
      expect(result?.judgement).toMatchObject({ verdict: "pass", findings: [] });
    },
  );
});
