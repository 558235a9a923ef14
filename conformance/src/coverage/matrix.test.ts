import { describe, expect, it } from "vitest";
import type { RegisteredRequirement } from "../case/register.js";
import { coverageMatrix, gapsIn, unknownIds } from "./matrix.js";
import { coveragePage } from "./page.js";

const requirement = (id: string, fields: Partial<RegisteredRequirement> = {}): RegisteredRequirement => ({
  id,
  level: "MUST",
  binds: ["extension"],
  status: { kind: "testable" },
  governs: [],
  sentence: "An extension MUST do it.",
  document: "tools.md",
  section: "Tools",
  zotDeviates: [],
  ...fields,
});
const rows = coverageMatrix(
  [
    requirement("ext.tool.a"),
    requirement("ext.tool.b"),
    requirement("ext.tool.c"),
    requirement("ext.tool.d", { level: "SHOULD" }),
    requirement("ext.tool.e", { status: { kind: "unobservable", reason: "internal" } }),
    requirement("rpc.client.f", { binds: ["rpc-client"] }),
  ],
  {
    cases: [
      { id: "extension/z", proves: ["ext.tool.a"], steps: [] },
      {
        id: "extension/y",
        proves: ["ext.tool.a"],
        steps: [
          {
            kind: "wait",
            at: "1",
            line: 3,
            text: "host quiet",
            actor: "host",
            quiet: true,
            duration: 300,
            proves: ["ext.tool.b"],
          },
        ],
      },
    ],
    invariants: [{ name: "watched", requirements: ["ext.tool.d"] }],
    mutants: [{ name: "breaks-a", breaks: "ext.tool.a" }],
  },
);

describe("the coverage matrix", () => {
  it("names cases, also by what single steps prove, invariants and mutants", () => {
    expect(
      rows.map(({ requirement: { id }, cases, invariants, mutants, reason }) => [
        id,
        cases,
        invariants,
        mutants,
        reason,
      ]),
    ).toEqual([
      ["ext.tool.a", ["extension/y", "extension/z"], [], ["breaks-a"], undefined],
      ["ext.tool.b", ["extension/y"], [], [], undefined],
      ["ext.tool.c", [], [], [], undefined],
      ["ext.tool.d", [], ["watched"], [], undefined],
      ["ext.tool.e", [], [], [], "unobservable: internal"],
      ["rpc.client.f", [], [], [], undefined],
    ]);
  });

  it("shows what is missing", () => {
    expect(gapsIn(rows)).toEqual({
      unproved: ["ext.tool.c", "rpc.client.f"],
      withoutMutant: ["ext.tool.b", "ext.tool.c", "rpc.client.f"],
    });
  });

  it("shows ids that no document has, and who names them", () => {
    const proofs = {
      cases: [{ id: "extension/z", proves: ["ext.tool.a", "ext.tool.z"], steps: [] }],
      invariants: [{ name: "watched", requirements: ["ext.tool.y"] }],
      mutants: [{ name: "breaks-x", breaks: "ext.tool.x" }],
    };
    expect(unknownIds(new Map([["ext.tool.a", {}]]), proofs)).toEqual([
      "ext.tool.z, named by case extension/z",
      "ext.tool.y, named by invariant watched",
      "ext.tool.x, named by mutant breaks-x",
    ]);
  });

  it("is a page that links each requirement to its sentence and says where there is nothing", () => {
    const page = coveragePage(rows, "../../spec");
    expect(page).toContain("3 of the 5 testable ones are proved");
    expect(page).toContain("1 of their 4 MUSTs have a mutant");
    expect(page).toContain(
      "| [`ext.tool.c`](../../spec/tools.md#exttoolc) | MUST | extension | testable | **none** |  |  |",
    );
  });
});
