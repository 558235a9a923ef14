import { describe, expect, it } from "vitest";
import { failingRun, sampleFinding, sampleRun } from "../../test/report/sample.js";
import { baselineOf, compareWithBaseline } from "./baseline.js";
import { type Baseline, type BaselineEntry, baselineText, parseBaseline } from "./baseline-file.js";

const context = {
  cases: new Set(["extension/tools/answers-once", "extension/handshake/first-line"]),
  requirements: new Set(["ext.tool.answered-once"]),
};
const entry: BaselineEntry = {
  case: "extension/tools/answers-once",
  instance: "tool=weather",
  requirement: "ext.tool.answered-once",
  assertion: "step 3",
  fingerprint: sampleFinding.fingerprint,
  failure: "",
  reason: "answers twice when cached, see issue 7",
};
const holding = (...entries: BaselineEntry[]): Baseline => ({ target: "weather", entries });
const passing = { ...failingRun, verdict: "pass" as const, findings: [], notReached: [] };
const problemsOf = (changes: Partial<BaselineEntry>, runs = [failingRun]) =>
  compareWithBaseline(runs, holding({ ...entry, ...changes }), context).problems;

describe("a baseline", () => {
  it("makes a failure known, with its reason", () => {
    const { runs, problems } = compareWithBaseline([failingRun], holding(entry), context);
    expect(problems).toEqual([]);
    expect(runs).toEqual([
      { ...failingRun, known: true, findings: [{ ...sampleFinding, known: entry.reason }] },
    ]);
  });

  it("leaves a run new when only one of its failures is known", () => {
    const two = { ...failingRun, findings: [sampleFinding, { ...sampleFinding, assertion: "step 9" }] };
    expect(compareWithBaseline([two], holding(entry), context).runs[0]?.known).toBe(false);
  });

  it("does not know another failure of the same assertion", () => {
    const otherwise = { ...failingRun, findings: [{ ...sampleFinding, fingerprint: "ffffffffffff" }] };
    const { runs, problems } = compareWithBaseline([otherwise], holding(entry), context);
    expect(runs[0]?.known).toBe(false);
    expect(problems).toEqual([
      expect.objectContaining({ problem: "stale", message: expect.stringContaining("another way") }),
    ]);
  });

  it("is stale when what it lists no longer fails", () => {
    expect(problemsOf({}, [passing])).toEqual([
      {
        problem: "stale",
        entry: "extension/tools/answers-once[tool=weather], ext.tool.answered-once, step 3",
        message: "it no longer fails: remove the entry",
      },
    ]);
  });

  it("is not stale for what was not run, or could not be", () => {
    expect(problemsOf({}, [])).toEqual([]);
    expect(problemsOf({}, [{ ...failingRun, verdict: "could-not-run", findings: [] }])).toEqual([]);
  });

  it("says when a case is no longer run for the thing that an entry names", () => {
    expect(problemsOf({ instance: "tool=wether" })).toEqual([
      expect.objectContaining({ problem: "stale", message: expect.stringContaining('for "tool=wether"') }),
    ]);
  });

  it("lets a flaky entry pass and fail, and tells of one that should be flaky", () => {
    expect(problemsOf({ flaky: true }, [passing])).toEqual([]);
    expect(problemsOf({}, [failingRun, passing])).toEqual([
      expect.objectContaining({ problem: "stale", message: expect.stringContaining("1 of 2 runs") }),
    ]);
  });

  it("finds what is misspelt and says what was meant", () => {
    expect(problemsOf({ case: "extension/tools/answer-once" })[0]?.message).toBe(
      'there is no case extension/tools/answer-once; did you mean "extension/tools/answers-once"?',
    );
    expect(problemsOf({ requirement: "ext.tool.answered-one" })[0]?.problem).toBe("unknown");
  });

  it("asks for a reason, and does not count without one", () => {
    const { runs, problems } = compareWithBaseline([failingRun], holding({ ...entry, reason: "" }), context);
    expect(problems.map(({ problem }) => problem)).toEqual(["no-reason"]);
    expect(runs[0]?.known).toBe(false);
  });
});

describe("writing a baseline", () => {
  it("gives one that makes the same runs known when it is read again", () => {
    const text = baselineText(baselineOf([failingRun], { target: "weather", reason: "known: see #7" }));
    const { runs, problems } = compareWithBaseline([failingRun], parseBaseline(text, "b.yaml"), context);
    expect({ known: runs.map((run) => run.known), problems }).toEqual({ known: [true], problems: [] });
  });

  it("keeps earlier reasons and marks, and entries of what was not run", () => {
    const other = { ...entry, case: "extension/handshake/first-line", reason: "old" };
    const flaky = { ...entry, assertion: "step 8", flaky: true };
    const { instance: _, ...plain } = other;
    const earlier = holding(entry, plain, flaky);
    const written = baselineOf([failingRun], { target: "weather", earlier, reason: "" });
    expect(new Set(written.entries)).toEqual(new Set([entry, plain, flaky]));
  });

  it.each([
    [
      'it ended; its last words were "  File \\"/tmp/xp-igHEfh/zot/extensions/x/main.py\\", line 9\\n    import y\\nImportError: no y in /tmp/xp-igHEfh/zot"',
      'it ended; its last words were "ImportError: no y in RUN/zot"',
    ],
    [
      'it ended; its last words were "cannot read /var/folders/a/xp-0aB_9z\\nbye"; so',
      'it ended; its last words were "cannot read RUN"; so',
    ],
    ["a line /home/me/xp-tools/x\nand more", "a line /home/me/xp-tools/x and more"],
    ["x".repeat(400), `${"x".repeat(283)}…`],
  ])("tells a failure in the same words in each run: %j", (actual, told) => {
    const run = { ...failingRun, findings: [{ ...sampleFinding, expected: "y", actual }] };
    const [written] = baselineOf([run], { target: "weather", reason: "" }).entries;
    expect(written?.failure).toBe(`expected y; got ${told}`);
    expect(written?.fingerprint).toBe(sampleFinding.fingerprint);
  });

  it("drops what passes now", () => {
    const run = sampleRun({ id: "extension/tools/answers-once[tool=weather]" });
    const now = { ...run, case: entry.case, instance: "tool=weather" };
    expect(baselineOf([now], { target: "weather", earlier: holding(entry), reason: "" }).entries).toEqual([]);
  });
});

describe("reading a baseline", () => {
  it.each([
    ["known_failures: [", "b.yaml: "],
    ["target: x\n", "b.yaml is no baseline"],
    ["known_failures:\n  - just a text\n", "b.yaml:2: an entry is a mapping"],
    ["known_failures:\n  - case: a\n    requirement: b\n", "b.yaml:2: assertion has to be a text"],
    ["known_failures:\n  - cases: a\n", 'b.yaml:2: an entry has no field "cases"'],
  ])("says what is wrong with %j", (text, message) => {
    expect(() => parseBaseline(text, "b.yaml")).toThrow(message);
  });
});
