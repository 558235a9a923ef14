import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

test("a line that is in no hurry is gathered, and stands before what comes after it", () => {
  const path = newPath();
  const log = createExtensionLog({ path });
  log.append(Buffer.from("unfinished"));
  log.noteSoon("first");
  log.noteSoon("second");
  expect(readFileSync(path, "utf8")).toBe("unfinished");
  log.note("third");
  log.noteSoon("last");
  log.close();
  expect(readFileSync(path, "utf8").replaceAll(/\S+Z /g, "")).toBe(
    "unfinished\nhost: first\nhost: second\nhost: third\nhost: last\n",
  );
});

test("lines that are in no hurry are written within a moment, and many of them at once", async () => {
  const path = newPath();
  const log = createExtensionLog({ path });
  onTestFinished(() => log.close());
  log.noteSoon("one");
  await expect.poll(() => existsSync(path) && readFileSync(path, "utf8")).toMatch(/host: one\n$/);
  for (let n = 0; n < 500; n++) log.noteSoon("more");
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(502);
});

test("the listener hears of a file that the extension has filled, not of one that was nearly full", () => {
  const path = newPath();
  const before = createExtensionLog({ path, maxBytes: 100 });
  before.append(Buffer.alloc(90, "x"));
  before.close();
  const log = createExtensionLog({ path, maxBytes: 100 });
  let told = 0;
  log.whenFull(() => told++);
  log.append(Buffer.alloc(20, "x"));
  expect(told).toBe(0);
  log.append(Buffer.alloc(90, "x"));
  log.append(Buffer.alloc(90, "x"));
  expect(told).toBe(1);
  log.close();
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
