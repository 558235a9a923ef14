import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, passAtOnce, run } from "./scaffolded.js";

describe("an extension that was just made passes without a warning, here in a few cases:", () =>
  passAtOnce({
    quick: true,
    only: ["extension/lifecycle/*", "extension/tools/valid-call", "extension/shutdown-and-reload/shutdown-*"],
  }));

describe("extproto new refuses", () => {
  it("a name that no manifest may have", () => {
    const { status, stderr } = run("new", "../x", "--lang", "python");
    expect(stderr).toContain("cannot be the name of an extension");
    expect(status).toBe(2);
  });

  it("a folder with something in it, and leaves that alone", () => {
    const path = join(folder, "taken");
    spawnSync("mkdir", [path]);
    writeFileSync(join(path, "mine.txt"), "mine");
    const { status, stderr } = run("new", "taken", "--lang", "python", "--raw");
    expect(stderr).toContain("is there already");
    expect(status).toBe(2);
    expect(readFileSync(join(path, "mine.txt"), "utf8")).toBe("mine");
  });

  it("a language that it does not know, with the ones that it does", () => {
    const { status, stderr } = run("new", "x", "--lang", "cobol");
    expect(stderr).toContain("typescript, python, go, rust");
    expect(status).toBe(2);
  });
});
