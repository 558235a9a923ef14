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
});
