import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createExtensionLog } from "./log-file.js";

function newPath(): string {
  const dir = mkdtempSync(join(tmpdir(), "extproto-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return join(dir, "logs", "ext-a.log");
}

test("what is there stays, and the host's lines stand on lines of their own", () => {
  const path = newPath();
  const first = createExtensionLog({ path });
  first.append(Buffer.from("its own\nunfinished"));
  first.close();
  const second = createExtensionLog({ path });
  second.append(Buffer.from(" words"));
  second.note("noted\nin two lines");
  second.close();
  expect(readFileSync(path, "utf8")).toMatch(
    /^its own\nunfinished words\n\S+Z host: noted\n {2}in two lines\n$/,
  );
});

test("a full file is put aside, in place of the one before", () => {
  const path = newPath();
  const log = createExtensionLog({ path, maxBytes: 10 });
  for (const text of ["one-one\n", "two-two\n", "three\n", "x\n"]) log.append(Buffer.from(text));
  log.close();
  expect([readFileSync(`${path}.1`, "utf8"), readFileSync(path, "utf8")]).toEqual([
    "two-two\n",
    "three\nx\n",
  ]);
});

test("a log that cannot be written costs nothing else", () => {
  const dir = mkdtempSync(join(tmpdir(), "extproto-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, "logs"), "a file where the folder has to be");
  const log = createExtensionLog({ path: join(dir, "logs", "ext-a.log") });
  log.note("lost");
  log.append(Buffer.from("lost"));
  log.close();
  expect(readFileSync(join(dir, "logs"), "utf8")).toBe("a file where the folder has to be");
});
