import { describe, expect, it } from "vitest";
import { sampleFinding, sampleRun } from "../../test/report/sample.js";
import type { Moment } from "./model.js";
import { aroundFindings, type Row, timelineOf } from "./timeline.js";

const moments: Moment[] = Array.from({ length: 40 }, (_, event) => ({
  event,
  t: event,
  actor: event % 2 === 0 ? "client" : "model",
  direction: "in",
  label: `${event}`,
  text: "",
}));
const at = (event: number) => ({ ...sampleFinding, event, at: event });
const near = { before: 2, after: 1 };

function shown(row: Row): string {
  if (row.kind === "moment") return `${row.moment.event}`;
  return row.kind === "omitted" ? `... ${row.many}` : `missing ${row.actor}`;
}

describe("the frames around what is told", () => {
  const [first, second, third] = [at(5), at(20), at(23)];
  const rows = timelineOf(sampleRun({ id: "a", findings: [first, second, third], moments }));

  it("are not those around a finding that has been told before", () => {
    expect(aroundFindings(rows, [second], near).map(shown)).toEqual(["18", "19", "20", "21"]);
  });

  it("are there for each finding, with what lies between left out", () => {
    const all = aroundFindings(rows, [first, second, third], near).map(shown);
    expect(all).toEqual(["3", "4", "5", "6", "... 11", "18", "19", "20", "21", "22", "23", "24"]);
  });

  it("are those around the first finding where none is told", () => {
    expect(aroundFindings(rows, [], near).map(shown)).toEqual(["3", "4", "5", "6"]);
  });
});

it("a frame that is missing belongs to the actor who waited for it, not to the last who saw something", () => {
  const { event: _, ...waited } = { ...at(3), actor: "client" };
  const rows = timelineOf(sampleRun({ id: "a", findings: [waited], moments: moments.slice(0, 4) }));
  expect(rows.map(shown)).toEqual(["0", "1", "2", "3", "missing client"]);
});
