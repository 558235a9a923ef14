import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { exitCodes } from "../../src/cli/exit-codes.js";
import { folderName } from "../../src/run/names.js";
import { run, scratch, start, steady } from "../check/extproto.js";

describe("a fault of the kit's own", () => {
  it("is nobody else's: a disk that is full ends in exit code 4 and names the file", async () => {
    const out = scratch();
    const theCase = "extension/lifecycle/hello-first";
    const folder = join(out, "traces", folderName({ case: theCase }));
    mkdirSync(folder, { recursive: true });
    symlinkSync("/dev/full", join(folder, "trace.ndjson"));
    const { code, stdout, left } = await run("check", steady, "--only", theCase, "--out", out);
    expect({ code, left }, stdout).toEqual({ code: exitCodes.fault, left: [] });
    expect(stdout).toMatch(/harness-error +extension\/lifecycle\/hello-first/);
    expect(stdout).toMatch(/trace\.ndjson cannot be written \(ENOSPC.*\); make room, or name another folder/);
  });
});

describe("a reader of the output that goes away", () => {
  it("ends the check, and nothing of it is left", async () => {
    const parent = scratch();
    const dir = join(parent, basename(parent));
    mkdirSync(dir);
    for (const name of readdirSync(steady)) writeFileSync(join(dir, name), readFileSync(join(steady, name)));
    const TMPDIR = scratch();
    const running = start([dir], { TMPDIR });
    await new Promise((resolve) => running.child.stdout?.once("data", resolve));
    running.child.stdout?.destroy();
    const { code } = await running.finished;
    const runs = readdirSync("/tmp").filter((name) => {
      if (!name.startsWith("xp-")) return false;
      try {
        return readdirSync(join("/tmp", name, "zot", "extensions")).includes(basename(dir));
      } catch {
        return false;
      }
    });
    expect({ code, runs, left: readdirSync(TMPDIR) }).toEqual({
      code: exitCodes.closedPipe,
      runs: [],
      left: [],
    });
  });
});
