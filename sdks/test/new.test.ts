import { spawnSync } from "node:child_process";
import { lstatSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
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

  it.each([
    ["a folder that is a file", ["file"], "it is a file, not a folder"],
    ["a folder below a file", ["x", "--out", "file/x"], "a part of this path is a file"],
    [
      "a folder below a link to nothing",
      ["x", "--out", "dangling/x"],
      "is a link to nowhere, which is not there",
    ],
    ["a link to nothing", ["dangling"], "is a link to nowhere, which is not there"],
    ["a folder whose name is too long", ["x", "--out", "x".repeat(300)], "too long for the file system"],
    ["a name that is too long", ["x".repeat(300)], "at most 100 of them"],
    // Where Node's own way to make folders never ends.
    ["a folder where none can be made", ["x", "--out", "/proc/x"], "cannot write to /proc/x"],
  ])("%s", (_, args, words) => {
    writeFileSync(join(folder, "file"), "");
    if (lstatSync(join(folder, "dangling"), { throwIfNoEntry: false }) === undefined)
      symlinkSync("nowhere", join(folder, "dangling"));
    const { status, stderr } = run("new", ...args, "--lang", "python");
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(words) });
    expect(stderr.split("\n")).toHaveLength(2);
  });

  it("to go on where the language's tool is missing, and says which", () => {
    vi.stubEnv("PATH", folder);
    const { status, stderr } = run("new", "without-cargo", "--lang", "rust", "--raw");
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(
        /^error: the files are written, but cargo is not installed.* run `cargo build /,
      ),
    });
  });

  it("a language that it does not know, with the ones that it does", () => {
    const { status, stderr } = run("new", "x", "--lang", "cobol");
    expect(stderr).toContain("typescript, python, go, rust");
    expect(status).toBe(2);
  });
});
