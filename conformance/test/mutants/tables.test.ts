/** The tables of mutants are sound, and complete on both sides: no requirement without a mutant, no case without. */
import { describe, expect, it } from "vitest";
import { requirements } from "../../src/case/register.js";
import { readCases } from "../../src/check/kit-cases.js";
import { lintMutants } from "../../src/mutants/lint.js";
import { readMutants } from "../../src/mutants/table.js";

const surroundings = {
  mutants: await readMutants(),
  cases: readCases([]).cases,
  requirements: requirements(),
};

describe.each(["host", "extension", "client"] as const)("the mutants of kind %s", (kind) => {
  it("have names, requirements, cases and anchors that fit, and leave nothing out", () => {
    expect(lintMutants(kind, surroundings)).toEqual([]);
  });
});

it("every twin that a case of the kit names is a case of the kit", () => {
  const ids = new Set(surroundings.cases.map(({ id }) => id));
  const widowed = surroundings.cases.filter(
    ({ id, twin }) => twin !== undefined && (twin === id || !ids.has(twin)),
  );
  expect(widowed.map(({ id, twin }) => `${id} names ${twin}`)).toEqual([]);
});

describe("the lint of mutants", () => {
  const [sound] = surroundings.mutants;

  it.each([
    ["a name that is taken", [sound, sound], /its name is taken/],
    [
      "a requirement that does not exist",
      [{ ...sound, breaks: "ext.no.such" }],
      /no requirement ext\.no\.such/,
    ],
    ["a case that does not exist", [{ ...sound, case: "host/no/such" }], /no case host\/no\/such/],
    ["a case about something else", [{ ...sound, case: "host/rpc/ping" }], /host\/rpc\/ping does not prove/],
    [
      "an anchor that no longer fits",
      [{ ...sound, edits: [{ module: "runtime.js", anchor: "no such text", instead: "" }] }],
      /holds the anchor 0 times/,
    ],
    ["a requirement that nobody breaks", [], /no mutant breaks ext\.framing\.one-object-per-line/],
    ["a case that nobody needs", [], /no mutant needs the case host\/rpc\/ping/],
  ])("finds %s", (_, mutants, message) => {
    const problems = lintMutants("host", {
      ...surroundings,
      mutants: mutants as typeof surroundings.mutants,
    });
    expect(problems).toContainEqual(expect.stringMatching(message));
  });
});
