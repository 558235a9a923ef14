/** JUnit XML, in the form that CI systems read: a suite for each folder of cases, a test for each run. */
import { xml, xmlAttribute } from "./escape.js";
import type { Report, ReportedFinding, ReportedRun } from "./model.js";

/** The report as JUnit XML. Known failures are skipped tests; what could not be run is an error. */
export function junitReport(report: Report): string {
  const suites = new Map<string, ReportedRun[]>();
  for (const run of report.runs) {
    const name = folderOf(run.case);
    suites.set(name, [...(suites.get(name) ?? []), run]);
  }
  const whole = `extproto check ${report.target.name}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name: whole, ...totals(report.runs) })}>`,
    ...[...suites].flatMap(([name, runs]) => suiteLines(name, runs, report)),
    ...faultsOfTheWhole(report),
    "</testsuites>",
    "",
  ].join("\n");
}

function suiteLines(name: string, runs: readonly ReportedRun[], { started, target }: Report): string[] {
  return [
    `  <testsuite ${attributes({ name, ...totals(runs), timestamp: started.slice(0, 19), hostname: target.name })}>`,
    ...runs.flatMap(testLines),
    "  </testsuite>",
  ];
}

function testLines(run: ReportedRun): string[] {
  const opening = `    <testcase ${attributes({
    name: run.id.slice(folderOf(run.case).length + 1),
    classname: folderOf(run.case).replaceAll("/", "."),
    time: seconds(run.milliseconds),
    file: run.file,
  })}`;
  const inner = [...properties(run), ...outcomeLines(run)];
  return inner.length === 0 ? [`${opening}/>`] : [`${opening}>`, ...inner, "    </testcase>"];
}

/** Which requirements a test is about, for tools that trace them. */
function properties(run: ReportedRun): string[] {
  return [
    "      <properties>",
    ...run.proves.map((id) => `        <property ${attributes({ name: "requirement", value: id })}/>`),
    "      </properties>",
  ];
}

function outcomeLines(run: ReportedRun): string[] {
  switch (classOf(run)) {
    case "failure":
      return [failureElement(run)];
    case "error":
      return [
        element(
          "error",
          { message: run.why ?? run.verdict, type: run.verdict },
          [run.why ?? "", ...run.notReached, `Reproduce: ${run.reproduce}`].join("\n"),
        ),
      ];
    case "skipped":
      return [`      <skipped ${attributes({ message: skippedWhy(run) })}/>`];
    case "passed":
      return run.findings.length === 0
        ? []
        : [
            element(
              "system-out",
              {},
              run.findings.map((finding) => `WARNING ${detail(finding, run)}`).join("\n\n"),
            ),
          ];
  }
}

/** One for a test, whatever the number of findings: the counts are of tests, and CI systems count elements. */
function failureElement(run: ReportedRun): string {
  const [first, ...others] = run.findings;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return element(
    "failure",
    {
      message: first === undefined ? run.verdict : `${messageOf(first)}${more}`,
      type: first?.requirements[0] ?? "",
    },
    run.findings.map((finding) => detail(finding, run)).join("\n\n"),
  );
}

type JunitClass = "passed" | "failure" | "error" | "skipped";

/** JUnit has four outcomes. Whatever is neither shown to be right nor out of question is red. */
function classOf({ verdict, known, assertions, findings }: ReportedRun): JunitClass {
  if (known || verdict === "not-applicable") return "skipped";
  if (verdict === "fail" && findings.length > 0) return "failure";
  const green = verdict === "warn" || (verdict === "pass" && assertions.notReached === 0);
  return green ? "passed" : "error";
}

function skippedWhy(run: ReportedRun): string {
  if (run.known) return `known failure: ${run.findings[0]?.known ?? ""}`;
  return `not applicable: ${run.why ?? ""}`;
}

function messageOf({ requirements, level, sentence }: ReportedFinding): string {
  return `${level} ${requirements[0]}: ${sentence}`;
}

function detail(finding: ReportedFinding, run: ReportedRun): string {
  const place =
    finding.line === undefined ? finding.assertion : `${finding.assertion} (${run.file}:${finding.line})`;
  return [
    messageOf(finding),
    `At:        ${place}`,
    `Expected:  ${finding.expected}`,
    `Actual:    ${finding.actual}`,
    `Hint:      ${finding.hint}`,
    `Reproduce: ${run.reproduce}`,
  ].join("\n");
}

/** What is wrong with the check as a whole has no run of its own, but must not look green. */
function faultsOfTheWhole({ verdict, why, runs, baseline }: Report): string[] {
  const red = runs.some((run) => ["failure", "error"].includes(classOf(run)));
  if (verdict === "pass" || red) return [];
  const text = [
    ...why,
    ...(baseline?.problems ?? []).map(({ entry, message }) => `${entry}: ${message}`),
  ].join("\n");
  return [
    `  <testsuite ${attributes({ name: "check", tests: "1", failures: "1", errors: "0", skipped: "0", time: "0" })}>`,
    `    <testcase ${attributes({ name: "the check is complete", classname: "check", time: "0" })}>`,
    element("failure", { message: why[0] ?? verdict, type: verdict }, text),
    "    </testcase>",
    "  </testsuite>",
  ];
}

function totals(runs: readonly ReportedRun[]): Record<string, string> {
  const having = (wanted: JunitClass) => `${runs.filter((run) => classOf(run) === wanted).length}`;
  return {
    tests: `${runs.length}`,
    failures: having("failure"),
    errors: having("error"),
    skipped: having("skipped"),
    time: seconds(runs.reduce((sum, run) => sum + run.milliseconds, 0)),
  };
}

function folderOf(id: string): string {
  const slash = id.lastIndexOf("/");
  return slash === -1 ? "cases" : id.slice(0, slash);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function element(name: string, fields: Record<string, string>, text: string): string {
  const inside = attributes(fields);
  return `      <${name}${inside === "" ? "" : ` ${inside}`}>${xml(text)}</${name}>`;
}

function attributes(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}="${xmlAttribute(value)}"`)
    .join(" ");
}
