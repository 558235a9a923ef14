import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { answersTwice, checked, run, scratch, steady } from "./extproto.js";

const oneCall = "extension/tools/valid-call";

describe("extproto check", () => {
  it("passes an extension that does everything right, and leaves nothing behind", async () => {
    const { code, stdout, left } = await run("check", steady, "--allow-tools", "--only", "extension/tools/*");
    expect({ code, left }, stdout).toEqual({ code: 0, left: [] });
    const [verdict, numbers] = stdout.trimEnd().split("\n").slice(-3);
    expect(verdict).toMatch(/^PASS {2}extension steady 1\.0\.0: \d+ pass/);
    expect(numbers).toContain(
      "tools and commands had 10 s to answer (--tool-timeout; hosts give tools 60 s,",
    );
  });

  it("does not run tools without consent, says how to give it, and is not green", async () => {
    const { code, stdout } = await run("check", steady, "--only", oneCall);
    expect(code).toBe(3);
    expect(stdout).toContain("allow it with --allow-tools");
    expect(stdout).toContain("INCOMPLETE");
  });

  it("tells what is wrong with one that answers twice, and how to see it again", async () => {
    const { code, stdout } = await run("check", answersTwice, "--allow-tools", "--only", oneCall);
    expect(code).toBe(1);
    expect(stdout).toContain("MUST ext.tool.one-result");
    expect(stdout).toMatch(/\n {2}x +[\d.]+ {2}host <- tool_result/);
    expect(stdout).toContain(`extproto check ${answersTwice} --allow-tools --only '${oneCall} [tool=echo]'`);
  });

  it("gives a report that its schema allows, and nothing else, with --json", async () => {
    const { code, report } = await checked(answersTwice, "--allow-tools", "--only", "extension/tools/*");
    const schema = readFileSync(new URL("../../report.schema.json", import.meta.url), "utf8");
    const validate = new Ajv2020({ formats: { "date-time": true } }).compile(JSON.parse(schema) as object);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    expect({ code, verdict: report.verdict, exitCode: report.exitCode }).toEqual({
      code: 1,
      verdict: "fail",
      exitCode: 1,
    });
    const row = report.requirements.find(({ id }) => id === "ext.tool.one-result");
    expect(row?.outcome).toBe("broken");
  });

  it("finds the same failure again by the command that it prints", async () => {
    const first = await checked(answersTwice, "--allow-tools", "--only", oneCall);
    const [failing] = first.report.runs;
    const words = failing?.reproduce.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", "")) ?? [];
    const again = await checked(...words.slice(2));
    const prints = (report: typeof first.report) =>
      report.runs.map((one) => [one.id, one.findings.map((finding) => finding.fingerprint)]);
    expect(prints(again.report)).toEqual(prints(first.report));
  });

  it("is not green when nothing is left to run", async () => {
    const { code, stdout } = await run("check", steady, "--only", oneCall, "--skip", "extension");
    expect(code).toBe(3);
    expect(stdout).toContain("no case was run");
  });

  it("leaves out what --skip names, by case, by requirement and by what it is run for", async () => {
    const { report } = await checked(
      ...[steady, "--allow-tools", "--only", "extension/tools/*"],
      ...["--skip", "extension/tools/{minimal-call,odd-arguments}", "--skip", "ext.tool.bad-call-error"],
      ...["--skip", `${oneCall} [tool=echo]`],
    );
    const cases = report.runs.map((one) => one.case);
    expect(cases).toContain("extension/tools/invalid-call");
    for (const left of ["minimal-call", "odd-arguments", "unknown-tool-is-an-error", "valid-call"])
      expect(cases).not.toContain(`extension/tools/${left}`);
    expect(report.selection.cases).toBeLessThan(report.selection.of);
  });

  it("counts with --spec what that release froze, and names it in the report", async () => {
    const { code, report } = await checked(steady, "--allow-tools", "--only", oneCall, "--spec", "1.0");
    expect({ code, kit: report.kit }).toMatchObject({ code: 0, kit: { spec: "1.0", frozen: true } });
    expect(report.command).toContain("--spec 1.0");
    expect(report.runs[0]?.reproduce).toContain("--spec 1.0");
  });

  it("repeats cases, and runs them again under transforms", async () => {
    const { code, report } = await checked(
      ...[steady, "--allow-tools", "--only", oneCall, "--repeat", "2", "--transform", "one-byte"],
    );
    expect(report.runs.map(({ id, verdict }) => [id, verdict])).toEqual([
      [`${oneCall} [tool=echo] #1`, "pass"],
      [`${oneCall} [tool=echo] #2`, "pass"],
      [`${oneCall} [tool=echo] #1 ~one-byte`, "pass"],
      [`${oneCall} [tool=echo] #2 ~one-byte`, "pass"],
    ]);
    expect(code).toBe(0);
  });

  it("writes every form of the report where it is told to", async () => {
    const folder = scratch();
    const at = (name: string) => join(folder, "deep", name);
    const { stdout } = await run(
      ...["check", steady, "--only", "extension/lifecycle/hello-first"],
      ...["--junit", at("j.xml"), "--html", at("p.html"), "--markdown", at("s.md"), "--badge", at("b.json")],
    );
    expect(stdout).toContain(`written: ${at("j.xml")}`);
    expect(readFileSync(at("j.xml"), "utf8")).toContain("<testsuites");
    expect(readFileSync(at("p.html"), "utf8")).toContain("<!doctype html>");
    expect(readFileSync(at("s.md"), "utf8")).toContain("## ✅ steady: pass");
    expect(JSON.parse(readFileSync(at("b.json"), "utf8"))).toMatchObject({ message: "1 case passes" });
  });
});

describe("a folder of --out", () => {
  const one = ["--only", "extension/lifecycle/hello-first"];
  const traces = (folder: string) => readdirSync(join(folder, "traces")).sort();

  it("holds one run: what an earlier one left is gone, and what others put there is not", async () => {
    const out = join(scratch(), "out");
    await run("check", steady, "--only", "extension/lifecycle", "--out", out);
    expect(traces(out).length).toBeGreaterThan(1);
    writeFileSync(join(out, "notes.txt"), "mine");
    writeFileSync(join(out, "traces", "notes.txt"), "mine");
    writeFileSync(join(out, "traces", "extension.lifecycle.keeps-to-state", "notes.txt"), "mine");
    await run("check", steady, ...one, "--out", out);
    expect(traces(out)).toEqual([
      "extension.lifecycle.hello-first",
      "extension.lifecycle.keeps-to-state",
      "notes.txt",
    ]);
    expect(readdirSync(join(out, "traces", "extension.lifecycle.keeps-to-state"))).toEqual(["notes.txt"]);
    expect(readFileSync(join(out, "notes.txt"), "utf8")).toBe("mine");
    const judged = await run("judge", out);
    expect(judged.stdout).toContain("extension steady 1.0.0: 1 pass");
    expect(judged.code).toBe(0);
  });

  it("keeps its run when the next check cannot begin", async () => {
    const out = join(scratch(), "out");
    await run("check", steady, ...one, "--out", out);
    const before = readFileSync(join(out, "report.json"), "utf8");
    expect((await run("check", "/nowhere/at/all", "--out", out)).code).toBe(2);
    expect(readFileSync(join(out, "report.json"), "utf8")).toBe(before);
    expect(traces(out)).toEqual(["extension.lifecycle.hello-first"]);
  });

  it("is refused where its report.json is not the kit's", async () => {
    const out = scratch();
    writeFileSync(join(out, "report.json"), '{"tests":7}');
    const { code, stderr } = await run("check", steady, ...one, "--out", out);
    expect(stderr).toContain("was not written by extproto check: name another folder with --out");
    expect(code).toBe(2);
    expect(readFileSync(join(out, "report.json"), "utf8")).toBe('{"tests":7}');
  });
});

describe("a check file", () => {
  it("that names a tool which there is not ends the check with 2 before anything is called", async () => {
    const folder = join(scratch(), "steady");
    cpSync(steady, folder, { recursive: true });
    writeFileSync(join(folder, "extproto.check.yaml"), "allow_tools: [ecko]\n");
    const { code, stderr, left } = await run("check", folder, "--only", oneCall);
    expect(stderr).toContain(
      'extproto.check.yaml:1:15: the extension registers no tool "ecko"; did you mean "echo"?',
    );
    expect({ code, left }).toEqual({ code: 2, left: [] });
  });
});

describe("the help", () => {
  it("names every exit code that a signal leads to", async () => {
    const { stdout } = await run("check", "--help");
    for (const code of ["129", "130", "143"]) expect(stdout).toContain(code);
  });
});

describe("a command line that cannot be used", () => {
  it.each([
    [["/nowhere/at/all"], "/nowhere/at/all is no folder"],
    [["--host", "/nowhere.yaml"], "/nowhere.yaml"],
    [[steady, "--only", "extension/tools/valid-cal"], 'did you mean "extension/tools/valid-call"?'],
    [[steady, "--skip", "*unknown-major"], '* stands for no slash; did you mean "**/*unknown-major"?'],
    [[steady, "--unknown"], "unknown option"],
    [[steady, "--spec", "0.7"], 'there is no released specification "0.7"; there is 1.0'],
  ])("%j ends with 2 and says why", async (args, message) => {
    const { code, stderr, left } = await run("check", ...args);
    expect(stderr).toContain(message);
    expect({ code, left }).toEqual({ code: 2, left: [] });
  });
});
