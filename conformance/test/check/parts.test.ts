import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/report/model.js";
import { answersTwice, run, scratch } from "./extproto.js";

const args = ["check", answersTwice, "--allow-tools", "--only", "extension/tools"];
const read = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8")) as Report;
const verdictsOf = ({ runs }: Report) => runs.map(({ id, verdict }) => `${id}: ${verdict}`).sort();

describe("a check in parts", () => {
  it("gives, joined, what the whole gives, and is incomplete without one of them", async () => {
    const folder = scratch();
    const whole = join(folder, "whole");
    await run(...args, "--out", whole);
    const parts = [1, 2, 3].map((index) => join(folder, `${index}`));
    for (const [index, part] of parts.entries())
      await run(...args, "--shard", `${index + 1}/3`, "--out", part);
    const reports = parts.map((part) => join(part, "report.json"));

    const joined = join(folder, "joined");
    const merged = await run("report", "merge", ...reports, "--out", joined);
    expect(merged.code).toBe(1);
    expect(verdictsOf(read(joined, "report.json"))).toEqual(verdictsOf(read(whole, "report.json")));
    expect(read(joined, "report.json").requirements).toEqual(read(whole, "report.json").requirements);

    const { stdout } = await run("report", "merge", ...reports.slice(1), "--json");
    expect((JSON.parse(stdout) as Report).why).toContain("parts of the check are missing: 1");
    const twice = await run("report", "merge", ...reports, reports[0] as string);
    expect(twice.stderr).toContain("is a shard there twice?");
    expect(twice.code).toBe(2);
  });
});

describe("extproto judge", () => {
  it("gives from the stored traces what the live run gave, byte for byte", async () => {
    const out = join(scratch(), "out");
    const live = await run(...args, "--out", out);
    const again = await run("judge", out, "--json");
    const told = await run("judge", out);
    expect(JSON.stringify((JSON.parse(again.stdout) as Report).runs)).toBe(
      JSON.stringify(read(out, "report.json").runs),
    );
    expect(told.stdout).toContain("judged as in the live run");
    expect([live.code, again.code, told.code]).toEqual([1, 1, 1]);
  });

  it("says what is no run", async () => {
    const folder = scratch();
    expect((await run("judge", join(folder, "none"))).code).toBe(2);
    expect((await run("judge", folder)).stderr).toContain("holds no trace");
  });
});
