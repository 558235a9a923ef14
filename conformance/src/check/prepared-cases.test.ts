import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  const file = join(root, "mine.yaml");
  const write = (title: string) =>
    writeFileSync(
      file,
      `title: ${title}\nproves: [ext.handshake.hello-first]\nfor: extension\nsteps:\n  - host receives: { type: notify }\n`,
    );
  write("One");
  expect(loadPreparedCase(file, root).title).toBe("One");
  write("Another");
  expect(loadPreparedCase(file, root).title).toBe("Another");
});
