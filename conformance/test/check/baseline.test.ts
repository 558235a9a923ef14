import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { answersTwice, run, scratch } from "./extproto.js";

const args = ["check", answersTwice, "--allow-tools", "--only", "extension/tools/valid-call"];

it("a baseline that was written makes the same failures known, and notices when they are gone", async () => {
  const file = join(scratch(), "known.yaml");
  const written = await run(...args, "--write-baseline", file, "--reason", "answers twice until 2.0");
  expect(written.code).toBe(1);

  const known = await run(...args, "--baseline", file);
  expect(known.stdout).toContain("known             extension/tools/valid-call [tool=echo]");
  expect(known.code).toBe(0);

  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/fingerprint: "?\w+"?/, 'fingerprint: "000000000000"'));
  const otherwise = await run(...args, "--baseline", file);
  expect(otherwise.stdout).toContain("baseline, stale");
  expect(otherwise.stdout).toContain("it fails in another way now");
  expect(otherwise.code).toBe(1);

  writeFileSync(file, text.replace("valid-call", "valid-cal"));
  const misspelt = await run(...args, "--baseline", file);
  expect(misspelt.stdout).toContain(
    'there is no case extension/tools/valid-cal; did you mean "extension/tools/valid-call"?',
  );
  expect(misspelt.code).toBe(1);
});

it("the baseline of another target is refused", async () => {
  const file = join(scratch(), "known.yaml");
  await run(...args, "--write-baseline", file, "--reason", "answers twice until 2.0");
  writeFileSync(file, readFileSync(file, "utf8").replace("target: answers-twice", "target: weather"));
  const { code, stderr } = await run(...args, "--baseline", file);
  expect(stderr).toContain("holds the known failures of weather, and this is answers-twice");
  expect(code).toBe(2);
});
