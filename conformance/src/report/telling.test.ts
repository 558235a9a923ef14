import { describe, expect, it } from "vitest";
import { sampleFinding, sampleRun } from "../../test/report/sample.js";
import { toldRuns } from "./telling.js";

const rule = { ...sampleFinding, assertion: "invariant one-answer" };
const failing = (id: string, findings: (typeof sampleFinding)[]) =>
  sampleRun({ id, verdict: "fail", findings });

describe("of runs that fail", () => {
  it("those that show nothing new are only named", () => {
    const told = toldRuns([failing("a", [rule]), failing("b", [rule]), failing("c", [rule])]);
    expect(told.map(({ run, same }) => [run.id, same])).toEqual([["a", ["b", "c"]]]);
  });

  it("one that shows something new tells that, and names what has been told", () => {
    const told = toldRuns([failing("a", [rule]), failing("b", [rule, sampleFinding])]);
    expect(told.map(({ run, fresh, again }) => [run.id, fresh, again])).toEqual([
      ["a", [{ finding: rule, times: 1 }], []],
      ["b", [{ finding: sampleFinding, times: 1 }], ["MUST ext.tool.answered-once"]],
    ]);
  });

  it("one that shows the same several times tells it once and counts", () => {
    const [told] = toldRuns([failing("a", [rule, { ...rule, actual: "another" }, rule])]);
    expect(told?.fresh).toEqual([{ finding: rule, times: 3 }]);
  });

  it("what a step finds belongs to its case, and is told for each", () => {
    const told = toldRuns([failing("a", [sampleFinding]), failing("b", [sampleFinding])]);
    expect(told.map(({ run, again }) => [run.id, again])).toEqual([
      ["a", []],
      ["b", []],
    ]);
  });

  describe("the first that is told", () => {
    const blame = (id: string, assertion = "invariant x") => ({
      ...sampleFinding,
      requirements: [id],
      assertion,
    });
    const run = (id: string, proves: readonly string[], ...findings: (typeof sampleFinding)[]) =>
      sampleRun({ id, verdict: "fail", proves: [...proves], findings });
    const ids = (runs: ReturnType<typeof run>[]) => toldRuns(runs).map((one) => one.run.id);

    it("is the one whose case is about what is broken, and the others are the same", () => {
      const told = toldRuns([
        run("framing", ["ext.framing"], blame("ext.tool")),
        run("tools", ["ext.tool"], blame("ext.tool")),
      ]);
      expect(told.map(({ run: { id }, same }) => [id, same])).toEqual([["tools", ["framing"]]]);
    });

    it("is about what is broken most often; all else stays in its order", () => {
      expect(
        ids([
          run("a", ["other"], blame("once", "step 1")),
          run("b", ["once"], blame("once", "step 1")),
          run("c", ["other"], blame("often", "step 1")),
          run("d", ["often"], blame("often", "step 1")),
          run("e", ["often"], blame("often", "step 1")),
        ]),
      ).toEqual(["d", "e", "b", "a", "c"]);
    });

    it("comes after the warnings, as before: failures stand next to the summary", () => {
      const warning = { ...run("w", ["s"], blame("s")), verdict: "warn" as const };
      expect(ids([run("f", ["other"], blame("m")), warning])).toEqual(["w", "f"]);
    });
  });
});
