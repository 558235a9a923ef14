import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import {
  everyVerdict,
  failingRun,
  sampleFinding,
  sampleReport,
  sampleRun,
} from "../../test/report/sample.js";
import { junitReport } from "./junit.js";

const python = spawnSync("python3", ["--version"]).status === 0;

/** Reads XML with a parser that is not ours. */
function parsed(text: string): Tree {
  const program = `
import json, sys
import xml.etree.ElementTree as tree
def plain(node):
    return {"tag": node.tag, "attributes": node.attrib, "text": node.text, "children": [plain(child) for child in node]}
print(json.dumps(plain(tree.fromstring(sys.stdin.buffer.read()))))
`;
  return JSON.parse(execFileSync("python3", ["-c", program], { input: text, encoding: "utf8" })) as Tree;
}

interface Tree {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string | null;
  readonly children: readonly Tree[];
}

function testsIn(tree: Tree): readonly Tree[] {
  return tree.children.flatMap((suite) => suite.children);
}

const outcome = (test: Tree | undefined) =>
  test?.children.map((child) => child.tag).filter((tag) => tag !== "properties");

describe.runIf(python)("the JUnit report, read by another parser", () => {
  it("has a real failure element with everything that a failure needs", () => {
    const [test] = testsIn(parsed(junitReport(sampleReport([failingRun]))));
    const failure = test?.children.find((child) => child.tag === "failure");
    expect(test?.attributes.name).toBe("answers-once[tool=weather]");
    expect(failure?.attributes).toEqual({
      message: `MUST ext.tool.answered-once: ${sampleFinding.sentence}`,
      type: "ext.tool.answered-once",
    });
    for (const part of [
      "step 3 (cases/extension/tools/answers-once[tool=weather].yaml:12)",
      sampleFinding.expected,
      'two: "\\u001b[31mred\\u001b[0m" and ]]> <script>alert(1)</script> \\u0000 \\ufffe',
      sampleFinding.hint,
      failingRun.reproduce,
    ])
      expect(failure?.text).toContain(part);
  });

  it("has one failure element for a test, with all that was found, so that everybody counts alike", () => {
    const second = { ...sampleFinding, requirements: ["ext.framing.utf8"], actual: "a broken byte" };
    const tree = parsed(junitReport(sampleReport([{ ...failingRun, findings: [sampleFinding, second] }])));
    const [test] = testsIn(tree);
    const failures = test?.children.filter((child) => child.tag === "failure") ?? [];
    expect([tree.attributes.failures, failures.length]).toEqual(["1", 1]);
    expect(failures[0]?.attributes.message).toBe(
      `MUST ext.tool.answered-once: ${sampleFinding.sentence} (and 1 more)`,
    );
    for (const part of [sampleFinding.expected, "MUST ext.framing.utf8", "a broken byte"])
      expect(failures[0]?.text).toContain(part);
  });

  it("gives each verdict its outcome and counts them", () => {
    const tree = parsed(junitReport(sampleReport(everyVerdict)));
    const tests = testsIn(tree);
    const byName = (name: string) => outcome(tests.find((test) => test.attributes.name?.startsWith(name)));
    expect({
      pass: byName("first-line"),
      fail: byName("answers-once"),
      warn: byName("no-bom"),
      notApplicable: byName("close"),
      couldNotRun: byName("invalid"),
      dependencyFailed: byName("late"),
      harnessError: byName("odd"),
    }).toEqual({
      pass: [],
      fail: ["failure"],
      warn: ["system-out"],
      notApplicable: ["skipped"],
      couldNotRun: ["error"],
      dependencyFailed: ["error"],
      harnessError: ["error"],
    });
    const { tests: all, failures, errors, skipped } = tree.attributes;
    expect({ all, failures, errors, skipped }).toEqual({
      all: "7",
      failures: "1",
      errors: "3",
      skipped: "1",
    });
  });

  it("shows a known failure as skipped, with the reason", () => {
    const known = {
      ...failingRun,
      known: true,
      findings: [{ ...sampleFinding, known: "answers twice & late" }],
    };
    const [test] = testsIn(parsed(junitReport(sampleReport([known]))));
    expect(test?.children.find((child) => child.tag === "skipped")?.attributes.message).toBe(
      "known failure: answers twice & late",
    );
  });

  it("is red when nothing was run", () => {
    const [test] = testsIn(parsed(junitReport(sampleReport([]))));
    expect(outcome(test)).toEqual(["failure"]);
  });

  it("is red when assertions were not reached", () => {
    const half = sampleRun({
      id: "extension/a/b",
      assertions: { planned: 2, passed: 1, weak: 0, failed: 0, notReached: 1 },
    });
    expect(outcome(testsIn(parsed(junitReport(sampleReport([half]))))[0])).toEqual(["error"]);
  });

  it("stays well-formed whatever characters it is given", () => {
    const nasty = Array.from({ length: 0x120 }, (_, code) => String.fromCharCode(code)).join("");
    const run = { ...failingRun, findings: [{ ...sampleFinding, actual: `${nasty}\uD800\uFFFF` }] };
    const [test] = testsIn(parsed(junitReport(sampleReport([run]))));
    const failure = test?.children.find((child) => child.tag === "failure");
    expect(failure?.text).toContain("\\u0001");
    expect(failure?.text).toContain("\\ud800\\uffff");
    expect(failure?.text).toContain("\r\u000e".replace("\u000e", "\\u000e"));
  });
});
