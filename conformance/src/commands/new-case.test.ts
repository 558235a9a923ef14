import { expect, it } from "vitest";
import type { TargetKind } from "../case/format.js";
import { readWholeCase } from "../case/load.js";
import { CaseError } from "../case/problem.js";
import { requirements } from "../case/register.js";
import { boundBy } from "../report/build.js";
import { caseText } from "./new-case.js";

const kinds = Object.keys(boundBy) as TargetKind[];
const pairs = [...requirements().values()].flatMap(({ id, binds }) =>
  kinds.filter((kind) => binds.some((party) => boundBy[kind].includes(party))).map((kind) => ({ id, kind })),
);

/** What is wrong with a case, by the codes of its problems. */
function faultsOf(text: string): readonly string[] {
  try {
    readWholeCase({ id: "mine", file: "mine.yaml", text });
    return [];
  } catch (error) {
    if (error instanceof CaseError) return error.problems.map(({ code }) => code);
    throw error;
  }
}

it.each(kinds)(
  "every case for a target of kind %s can be read, but for what its author has to write",
  (kind) => {
    const faults = pairs
      .filter((pair) => pair.kind === kind)
      .flatMap(({ id }) => {
        const { text, complete } = caseText("mine.yaml", { for: kind, proves: id });
        const found = [faultsOf(text), faultsOf(text.replace(/\n[^\n]*\n {2}- to do: .*\n$/, "\n"))];
        const expected = [complete ? [] : ["CASE_TO_DO"], []];
        return JSON.stringify(found) === JSON.stringify(expected) ? [] : [`${id}: ${JSON.stringify(found)}`];
      });
    expect(faults).toEqual([]);
  },
);

it.each(kinds)("the case for a target of kind %s that nothing was said about is complete", (kind) => {
  const { text, complete } = caseText("mine.yaml", { for: kind });
  expect({ complete, faults: faultsOf(text) }).toEqual({ complete: true, faults: [] });
});

it.each([
  ["ext.tool.bad-call-error", "extension", "type: tool_call"],
  ["ext.command.unknown-name", "extension", "type: command_invoked"],
  ["ext.intercept.one-answer", "extension", "type: event_intercept"],
  ["ext.event.unknown-values", "extension", "type: event,"],
  ["ext.panel.unknown-input", "extension", "type: panel_key"],
  ["ext.shutdown.end-of-input", "extension", "type: shutdown }"],
  ["ext.shutdown.kill", "host", "type: shutdown }"],
  ["ext.cli.list", "host", "user runs"],
  ["rpc.prompt.empty", "host", "type: prompt"],
] as const)(
  "a case about %s for a target of kind %s begins with what that is about",
  (proves, kind, frame) => {
    expect(caseText("mine.yaml", { for: kind, proves }).text).toContain(frame);
  },
);

it("a tool or command gets the time that the person who checks gives it", () => {
  expect(caseText("mine.yaml", { for: "extension" }).text).toContain("within: { $deadline: tool }");
  expect(caseText("mine.yaml", { for: "extension", proves: "ext.command.one-response" }).text).toContain(
    "within: { $deadline: command }",
  );
});

it("a requirement that does not bind the target is refused, with what to do", () => {
  expect(() => caseText("mine.yaml", { for: "extension", proves: "ext.shutdown.kill" })).toThrow(
    "ext.shutdown.kill binds the host, so no case for an extension can prove it; write it with --for host,",
  );
});
