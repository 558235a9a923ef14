import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { alternating } from "./alternating.js";
import { checked, run, scratch } from "./extproto.js";

describe("--repeat", () => {
  it("fails a check whose verdict changes, and a baseline says whether that is known", async () => {
    const folder = scratch();
    const { dir, notifies } = alternating(folder);
    const args = [dir, "--cases", notifies, "--repeat", "2", "--jobs", "1"];
    const known = join(folder, "known.yaml");

    const first = await checked(...args, "--write-baseline", known, "--reason", "it alternates");
    expect(first.report.why).toContain("the verdict of notifies changes: pass (round 1), fail (round 2)");
    expect(
      first.report.runs.map(({ verdict, reproduce }) => [verdict, /--repeat 2$/.test(reproduce)]),
    ).toEqual([
      ["pass", false],
      ["fail", true],
    ]);

    // The first start of a check is a survey, so an odd number of starts keeps the rounds as they were.
    await run("check", dir, "--cases", notifies, "--only", "notifies");
    const strict = await checked(...args, "--baseline", known);
    expect(strict.report.baseline?.problems).toEqual([
      {
        problem: "stale",
        entry: "notifies, ext.handshake.hello-first, step 1",
        message: "fails in 1 of 2 runs: mark it with flaky: true, or find out why",
      },
    ]);
    expect(strict.code).toBe(1);

    writeFileSync(known, readFileSync(known, "utf8").replace(/( +)reason:/, "$1flaky: true\n$1reason:"));
    const lenient = await checked(...args, "--baseline", known);
    expect({ code: lenient.code, problems: lenient.report.baseline?.problems }).toEqual({
      code: 0,
      problems: [],
    });
  });
});

describe("--jobs", () => {
  const args = ["--only", "extension/lifecycle/hello-first", "--repeat", "3"];

  it("1 runs one after the other", async () => {
    const extension = alternating(scratch());
    const { code } = await checked(extension.dir, ...args, "--jobs", "1");
    expect({ code, most: extension.most() }).toEqual({ code: 0, most: 1 });
  });

  it("3 runs three at once", async () => {
    const extension = alternating(scratch(), { together: 3 });
    const { code } = await checked(extension.dir, ...args, "--jobs", "3");
    expect({ code, most: extension.most() }).toEqual({ code: 0, most: 3 });
  });
});
