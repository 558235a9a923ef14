import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeFolder } from "./make-folder.js";

it("makes what is missing, takes what is there, and refuses a file", () => {
  const root = mkdtempSync(join(tmpdir(), "xp-folder-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const deep = join(root, "a", "b", "c");
  makeFolder(deep);
  makeFolder(deep);
  expect(statSync(deep).isDirectory()).toBe(true);
  writeFileSync(join(root, "file"), "");
  expect(() => makeFolder(join(root, "file"))).toThrow("is no folder");
  expect(() => makeFolder(join(root, "file", "below"))).toThrow(/ENOTDIR/);
});

it.runIf(process.platform === "linux")(
  "fails where a file system takes no folders, and does not hang",
  () => {
    expect(() => makeFolder("/proc/extproto/out")).toThrow(/ENOENT/);
  },
);
