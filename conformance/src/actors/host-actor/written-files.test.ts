import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { filesBelow, recordsOfToolchains } from "./written-files.js";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "xp-written-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function write(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(join(home, dirname(path)), { recursive: true });
    writeFileSync(join(home, path), "");
  }
}

it("the files in a home are those of the extension, not those of the toolchain that started it", async () => {
  write(".greeted", ".config/weather/state.json", "go/state", ".cache/x");
  write(".config/go/telemetry/local/go.count", "go/pkg/mod/lock", ".cargo/.package-cache", ".npm/_logs/1");
  expect(await filesBelow(home, recordsOfToolchains)).toEqual([
    ".config/weather/state.json",
    ".greeted",
    "go/state",
  ]);
});

it("in other folders nothing of that kind is left out, and a folder that is not there has no files", async () => {
  write("go/pkg/mod/lock");
  expect(await filesBelow(home)).toEqual(["go/pkg/mod/lock"]);
  expect(await filesBelow(join(home, "gone"))).toEqual([]);
});
