import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import picocolors from "picocolors";
import { describe, expect, it } from "vitest";
import {
  everyVerdict,
  failingRun,
  sampleFinding,
  sampleReport,
  sampleRun,
} from "../../test/report/sample.js";
import { terminalText } from "../commands/terminal-text.js";
import { badgeReport } from "./badge.js";
import { consoleReporter } from "./console.js";
import { htmlReport } from "./html/page.js";
import { markdownReport } from "./markdown.js";
import { reportSchemaText } from "./publish.js";
import { sequenceDiagram } from "./sequence.js";

const escapeCode = "\u001b";

function printed(runs: typeof everyVerdict, live: boolean): string {
  let out = "";
  const reporter = consoleReporter({
    write: (text) => {
      out += text;
    },
    colours: picocolors.createColors(false),
    live,
    width: 100,
    planned: runs.length,
  });
  for (const run of runs) {
    reporter.begin(run.id);
    reporter.end(run);
  }
  reporter.finish(sampleReport(runs));
  return out;
}

describe("the summary", () => {
  it("counts failures as its first line does, also where runs break a MUST before they come to their point", () => {
    const stuck = (id: string, findings: (typeof sampleFinding)[]) =>
      sampleRun({ id, verdict: "dependency-failed", why: "no hello", findings });
    const { verdict, counts, why } = sampleReport([
      failingRun,
      stuck("a", [sampleFinding]),
      stuck("b", [sampleFinding]),
      stuck("c", []),
    ]);
    expect({ verdict, fail: counts.fail, stuck: counts["dependency-failed"], why }).toEqual({
      verdict: "fail",
      fail: 1,
      stuck: 3,
      why: [
        "1 run fails",
        "2 runs break a MUST on the way to what they are about",
        "3 runs lack what they build on",
      ],
    });
  });
});

describe("every summary of an extension whose tools were run", () => {
  const report = {
    ...sampleReport(everyVerdict),
    target: {
      ...sampleReport([]).target,
      details: { tools: ["weather"], commands: [], consent: "flag", tool_timeout_ms: 2000 },
    },
  };
  const bound = "tools and commands had 2 s to answer (--tool-timeout; hosts give tools 60 s, commands 30 s)";

  it.each([
    ["console", terminalText],
    ["markdown", (one: typeof report) => markdownReport(one).replaceAll("\\", "")],
    ["html", htmlReport],
  ])("%s says how long they had", (_, print) => {
    expect(print(report)).toContain(bound);
    const details = { ...report.target.details, consent: "none" };
    expect(print({ ...report, target: { ...report.target, details } })).not.toContain(bound);
  });
});

describe("every output that lists failures", () => {
  const others = { ...failingRun, proves: ["ext.hello.first"], moments: [] };
  const about = { ...others, proves: ["ext.tool.answered-once"] };
  const report = sampleReport([
    { ...others, id: "a", case: "a" },
    { ...about, id: "b", case: "b" },
  ]);
  it.each([
    ["console", terminalText, ["FAIL  b ", "FAIL  a "]],
    ["markdown", markdownReport, ["`b`\n", "`a`\n"]],
    ["html", htmlReport, ['id="run-b"', 'id="run-a"']],
  ])("%s begins with the run whose case is about what is broken", (_, print, [first, second]) => {
    const text = print(report);
    expect(text.indexOf(first ?? "")).toBeGreaterThan(0);
    expect(text.indexOf(second ?? "")).toBeGreaterThan(text.indexOf(first ?? ""));
  });

  it("leaves the order of the runs in the report alone", () => {
    expect(report.runs.map(({ id }) => id)).toEqual(["a", "b"]);
  });
});

describe("the console", () => {
  it("prints plain lines where nobody watches, the summary last", () => {
    const out = printed(everyVerdict, false);
    expect(out).not.toContain(escapeCode);
    expect(out.split("\n").slice(0, 2)).toEqual([
      "pass              extension/handshake/first-line 42 ms",
      "fail              extension/tools/answers-once[tool=weather] 42 ms",
    ]);
    const last = out.trimEnd().split("\n").slice(-9);
    expect(last[0]).toMatch(/^FAIL {2}extension weather 1\.2\.0: 1 harness-error, 1 fail/);
    expect(last).toContain("  1 run fails");
  });

  it("tells of a failure the sentence, expected, actual, the frames around it and how to see it again", () => {
    const out = printed([failingRun], false);
    for (const part of [
      "MUST ext.tool.answered-once",
      sampleFinding.sentence,
      `expected     ${sampleFinding.expected}`,
      'actual       two: "\\u001b[31mred',
      `to do        ${sampleFinding.hint}`,
      "not reached  step 4",
      '  x     52.1  host <- tool_result       {"type":"tool_result","id":"k-1","x":"<&\\u0007"}',
      `reproduce    ${failingRun.reproduce}`,
    ])
      expect(out).toContain(part);
  });

  it("writes one line over and over on a terminal, and clears it before the summary", () => {
    const out = printed([sampleRun({ id: "extension/a/b" })], true);
    expect(out).toContain(`\r${escapeCode}[2K[0/1] extension/a/b`);
    expect(out).toContain(`\r${escapeCode}[2Kpass              extension/a/b 42 ms\n[1/1] `);
    expect(out.lastIndexOf(`\r${escapeCode}[2K`)).toBeLessThan(out.indexOf("PASS  extension"));
  });

  it("tells runs that share a reason together", () => {
    const refused = Array.from({ length: 9 }, (_, index) =>
      sampleRun({
        id: `extension/tools/t${index}`,
        verdict: "could-not-run",
        why: "no consent",
        moments: [],
      }),
    );
    const out = printed(refused, false);
    expect(out).toContain(
      "could-not-run: no consent\n  extension/tools/t0, extension/tools/t1, extension/tools/t2 and 6 more\n",
    );
  });
});

describe("the JSON report", () => {
  it("is valid under the published schema", () => {
    const validate = new Ajv2020({ strict: true, formats: { "date-time": true } }).compile(
      JSON.parse(reportSchemaText()) as object,
    );
    expect(validate(sampleReport(everyVerdict)), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...sampleReport([]), extra: 1 })).toBe(false);
  });

  it("has its schema beside the package", () => {
    const published = readFileSync(new URL("../../report.schema.json", import.meta.url), "utf8");
    expect(published).toBe(reportSchemaText());
  });
});

describe("the HTML page", () => {
  const page = htmlReport(sampleReport(everyVerdict));

  it("loads nothing and lets nothing run but its own script", () => {
    expect(page).not.toMatch(/\b(src|href)\s*=\s*"(?!#)/);
    expect(page).not.toMatch(/@import|url\(/);
    expect(page).toContain("default-src 'none'");
    expect(page.match(/<script/g)).toHaveLength(1);
  });

  it("shows text of strangers as text", () => {
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).not.toContain("<script>alert");
    expect(page).not.toContain(escapeCode);
  });

  it("has every run and every requirement, the failing runs first", () => {
    for (const run of everyVerdict) expect(page).toContain(`id="run-${run.id}"`);
    expect(page).toContain('<tr id="ext.framing.no-bom"');
    expect(page.indexOf('data-verdict="fail"')).toBeLessThan(page.indexOf('data-verdict="pass"'));
  });
});

describe("the sequence diagram", () => {
  it("marks the frame at which a run went wrong", () => {
    const svg = sequenceDiagram({ target: "weather", run: failingRun });
    expect(svg.match(/class="m bad"/g)).toHaveLength(1);
    expect(svg).toMatch(
      /class="m bad"><title>\{&quot;type&quot;:&quot;tool_result&quot;,&quot;id&quot;:&quot;k-1&quot;,&quot;x&quot;/,
    );
  });

  it("draws a frame that did not come, where the kit gave up waiting", () => {
    const { event: _, ...rest } = sampleFinding;
    const finding = { ...rest, at: 2, difference: "missing", expected: "a tool_result" };
    const svg = sequenceDiagram({ target: "weather", run: { ...failingRun, findings: [finding] } });
    const labels = [...svg.matchAll(/class="l"[^>]*>([^<]*)</g)].map((match) => match[1]);
    expect(labels).toEqual([
      "hello weather",
      "tool_call weather",
      "missing: a tool_result",
      "tool_result",
      "tool_result",
    ]);
  });

  it("gives a target that is called like an actor a lane of its own", () => {
    const svg = sequenceDiagram({ target: "host", run: failingRun });
    expect(svg).toContain(">host<");
    expect(svg).toContain(">host (checked)<");
  });
});

describe("the Markdown summary", () => {
  it("tells failures in full and escapes what Markdown would obey", () => {
    const text = markdownReport(sampleReport([{ ...failingRun, title: "a | b <img src=x>" }]));
    expect(text).toContain("## ❌ weather: fail");
    expect(text).toContain("### fail: a \\| b &lt;img src=x\\>");
    expect(text).toContain(failingRun.reproduce);
  });

  it("keeps a fence of code closed by nothing but itself", () => {
    const text = markdownReport(sampleReport([{ ...failingRun, reproduce: "echo '```'" }]));
    expect(text).toContain("````text\necho '```'\n````");
  });
});

describe("the badge", () => {
  it.each([
    [[sampleRun({ id: "a" })], { message: "conforms 1.0", color: "brightgreen" }],
    [[failingRun], { message: "1 failing", color: "red" }],
    [[], { message: "incomplete", color: "lightgrey" }],
    [[{ ...failingRun, known: true }], { message: "1.0, 1 known failures", color: "yellow" }],
  ])("says what came of it", (runs, face) => {
    expect(JSON.parse(badgeReport(sampleReport(runs)))).toMatchObject({ schemaVersion: 1, ...face });
  });

  it("does not call a part of the cases conformance", () => {
    const part = sampleReport([sampleRun({ id: "a" })], { selection: { cases: 1, of: 7 } });
    expect(JSON.parse(badgeReport(part))).toMatchObject({ message: "1 case passes", color: "blue" });
  });
});

describe("a report of a part of the cases", () => {
  const report = sampleReport([sampleRun({ id: "a" })], { selection: { cases: 1, of: 7 } });
  const sentence = "a part of the whole: 1 of 7 cases were chosen";

  it("says so wherever people read the verdict", () => {
    expect(terminalText(report)).toContain(sentence);
    expect(markdownReport(report)).toContain(`- ${sentence}`);
    expect(htmlReport(report)).toContain(`<li>${sentence}</li>`);
  });

  it("says which shard it is", () => {
    const shard = sampleReport([sampleRun({ id: "a" })], { shards: { of: 7, included: [3] } });
    expect(terminalText(shard)).toContain("a part of the whole: 1 of 7 cases, shard 3 of 7");
    expect(JSON.parse(badgeReport(shard))).toMatchObject({ color: "blue" });
  });

  it("says nothing of it where all were run", () => {
    expect(terminalText(sampleReport([sampleRun({ id: "a" })]))).not.toContain("part of the whole");
  });
});
