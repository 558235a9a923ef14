import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { caseFiles, loadCase } from "../case/load.js";
import { kitCases } from "./kit-cases.js";
import { loadPreparedCase } from "./prepared-cases.js";

it("a case that was prepared is the case that is read from its file", () => {
  for (const file of caseFiles(kitCases).filter((_, index) => index % 10 === 0))
    expect(loadPreparedCase(file, kitCases)).toEqual(loadCase(file, kitCases));
});

it("a case whose text has changed is read again", () => {
  const root = mkdtempSync(join(tmpdir(), "xp-prepared-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [kept] = caseFiles(kitCases) as [string];
  const file = join(root, relative(kitCases, kept));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, readFileSync(kept, "utf8").replace(/^title: .*$/m, "title: Another"));
  const { id, title } = loadPreparedCase(file, root);
  expect({ id, title }).toEqual({ id: loadPreparedCase(kept, kitCases).id, title: "Another" });
});
