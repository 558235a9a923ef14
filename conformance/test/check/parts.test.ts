import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { kitCases } from "../../src/check/kit-cases.js";
import type { Report } from "../../src/report/model.js";
import { extproto } from "../validate/extproto.js";
import { answersTwice, run, scratch } from "./extproto.js";

const args = ["check", answersTwice, "--allow-tools", "--only", "extension/tools"];
const read = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8")) as Report;
const printsLogs = fileURLToPath(new URL("hosts/prints-logs/profile.yaml", import.meta.url));
/** All of a report but what differs from one run of a command to the next. */
const bytes = ({ command: _, started: __, milliseconds: ___, ...report }: Report) => JSON.stringify(report);
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

    expect((await run("judge", joined)).stdout).toContain("judged as in the live run");
    rmSync(join(parts[0] ?? "", "traces"), { recursive: true });
    const part = await run("report", "merge", ...reports, "--out", joined);
    expect(part.stderr).toBe(
      `traces of ${reports[0]} are not beside it: extproto judge ${joined} will miss them; keep the folder traces of check --out with its report\n`,
    );
    for (const other of parts) rmSync(join(other, "traces"), { recursive: true, force: true });
    await run("report", "merge", ...reports, "--out", joined);
    expect((await run("judge", joined)).stderr).toContain("holds a report and no trace");

    const { stdout } = await run("report", "merge", ...reports.slice(1), "--json");
    expect((JSON.parse(stdout) as Report).why).toContain("parts of the check are missing: 1");
    const twice = await run("report", "merge", ...reports, reports[0] as string);
    expect(twice.stderr).toContain("is a shard there twice?");
    expect(twice.code).toBe(2);
  });
});

describe("extproto judge", () => {
  it.each([
    ["an extension", args],
    ["all cases, some of which do not apply", ["check", answersTwice, "--allow-tools"]],
    ["an extension, by a frozen set", [...args, "--spec", "1.0"]],
    ["a host", ["check", "--host", printsLogs, "--only", "host/rpc/{hello,ping}"]],
  ])(
    "gives from the stored traces of %s what the live run gave, byte for byte",
    async (_, live) => {
      const out = join(scratch(), "out");
      const { code } = await run(...live, "--out", out);
      const again = await run("judge", out, "--json");
      const judged = JSON.parse(again.stdout) as Report;
      expect(bytes(judged)).toBe(bytes(read(out, "report.json")));
      expect(judged.counts.fail).toBeGreaterThan(0);
      expect([code, again.code]).toEqual([1, 1]);
    },
    120_000,
  );

  it("says of a single trace of the kit's how small a part it is", async () => {
    const out = join(scratch(), "out");
    await run("check", answersTwice, "--only", "extension/lifecycle/hello-first", "--out", out);
    const [one] = read(out, "report.json").runs;
    const { stdout } = await run("judge", join(out, "traces", one?.trace ?? ""));
    expect(stdout).toMatch(/a part of the whole: 1 of \d\d+ cases were chosen/);
  });

  it("says that it judges as the live run did, and which runs it does not", async () => {
    const out = join(scratch(), "out");
    await run("check", answersTwice, "--allow-tools", "--only", "extension/tools/valid-call", "--out", out);
    expect((await run("judge", out)).stdout).toContain("judged as in the live run");
    const file = join(out, "report.json");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("one-answer-each", "another-rule"));
    const otherwise = "judged otherwise than in the live run: extension/tools/valid-call [tool=echo]";
    const { code, stdout } = await run("judge", out);
    expect(stdout).toContain(otherwise);
    expect(code).toBe(4);
    const asJson = await run("judge", out, "--json");
    expect(asJson.stderr).toContain(otherwise);
    expect(asJson.code).toBe(4);
  });

  it("judges the same wherever it is called, and wherever the run lies", async () => {
    const [out, there] = [join(scratch(), "out"), scratch()];
    // Where the cases are, their files have short names.
    await extproto([...args, "--out", out], { cwd: kitCases, env: { TMPDIR: scratch() } });
    const elsewhere = await extproto(["judge", out], { cwd: there });
    expect(elsewhere.stdout).toContain("judged as in the live run");
    renameSync(out, join(there, "moved"));
    const moved = await extproto(["judge", "moved"], { cwd: there });
    expect(moved.stdout).toContain("judged as in the live run");
    expect([elsewhere.code, moved.code]).toEqual([1, 1]);
  });

  it("misses a trace that is gone", async () => {
    const out = join(scratch(), "out");
    const chosen = ["extension/lifecycle/hello-first", "extension/lifecycle/keeps-to-state"];
    await run("check", answersTwice, ...chosen.flatMap((id) => ["--only", id]), "--out", out);
    rmSync(join(out, "traces", "extension.lifecycle.hello-first"), { recursive: true });
    const { code, stdout } = await run("judge", out);
    expect(stdout).toContain("judged otherwise than in the live run: extension/lifecycle/hello-first");
    expect(code).toBe(4);
  });

  it("says what is no run", async () => {
    const folder = scratch();
    expect((await run("judge", join(folder, "none"))).code).toBe(2);
    expect((await run("judge", folder)).stderr).toContain("holds no trace");
  });
});
