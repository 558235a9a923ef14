import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Case } from "../case/format.js";
import { requirements } from "../case/register.js";
import { freeze } from "../coverage/freeze.js";
import type { Finding, JudgedAssertion, Judgement } from "../judge/contract.js";
import { kitCases, readCases } from "./kit-cases.js";
import {
  assertWhole,
  casesOf,
  judgedBy,
  missingCases,
  type ReleasedSet,
  readReleasedSet,
  registerOf,
} from "./released-set.js";

const folder = mkdtempSync(join(tmpdir(), "xp-release-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const old = "ext.tool.one-result";
const oldShould = "ext.tool.bad-call-error";
const later = "ext.handshake.hello-first";
const set: ReleasedSet = {
  version: "1.0",
  requirements: new Set([old, oldShould]),
  cases: new Set(["extension/a"]),
  invariants: new Set(["old-rule"]),
};

const finding = (requirement: string, assertion: string): Finding => ({
  requirements: [requirement],
  assertion,
  expected: "this",
  actual: "that",
  hint: "do it",
  difference: "missing",
});
const assertion = (id: string, status: JudgedAssertion["status"]): JudgedAssertion => ({
  id,
  kind: id.startsWith("invariant") ? "invariant" : "step",
  requirements: [old],
  text: "",
  status,
});
const judgement = (fields: Partial<Judgement>): Judgement => ({
  verdict: "fail",
  assertions: [],
  findings: [],
  elapsed: 1,
  noise: 0,
  ...fields,
});

describe("a released set", () => {
  it("is the one that the specification keeps", () => {
    const released = readReleasedSet("1.0");
    expect([...released.requirements].filter((id) => !requirements().has(id))).toEqual([]);
    expect(released.requirements.size).toBeGreaterThan(300);
  });

  it("has all its cases in the kit", () => {
    expect(missingCases(readReleasedSet("1.0"), readCases([]).cases)).toEqual([]);
  });

  it("is not counted by a kit that lacks one of its cases", () => {
    const { cases } = readCases([]);
    const damaged = cases.filter(({ id }) => id !== "extension/registration/no-pause");
    expect(() => assertWhole(readReleasedSet("1.0"), "extension", damaged)).toThrow(
      "this kit lacks cases that specification 1.0 froze: extension/registration/no-pause; install it again",
    );
    expect(() => assertWhole(readReleasedSet("1.0"), "host", damaged)).not.toThrow();
  });

  it("has to be there", () => {
    expect(() => readReleasedSet("0.7")).toThrow('there is no released specification "0.7"; there is 1.0');
  });

  it("freezes cases and watched rules with the kit, once", () => {
    const kit = join(folder, "kit");
    mkdirSync(join(folder, "spec", "1.0"), { recursive: true });
    writeFileSync(
      join(folder, "spec", "1.0", "requirements.json"),
      JSON.stringify({ requirements: [{ id: old }] }),
    );
    expect(freeze(kit)).toBe(0);
    expect(freeze(kit)).toBe(1);
    const frozen = readReleasedSet("1.0", { spec: join(folder, "spec"), kit });
    const { cases } = readCases([]);
    expect(frozen.cases).toEqual(new Set(cases.map(({ id }) => id)));
    expect([...frozen.requirements]).toEqual([old]);
    expect([...registerOf(frozen).keys()]).toEqual([old]);
  });
});

describe("what came after a release", () => {
  it("is not run: neither a later case, nor one for a later requirement; one's own cases are", () => {
    const cases = [
      { id: "extension/a", proves: [old], file: join(kitCases, "extension/a.yaml") },
      { id: "extension/b", proves: [old], file: join(kitCases, "extension/b.yaml") },
      { id: "extension/c", proves: [later], file: join(kitCases, "extension/c.yaml") },
      { id: "mine", proves: [old], file: "/home/me/mine.yaml" },
    ] as unknown as readonly Case[];
    expect(casesOf(set, cases).map(({ id }) => id)).toEqual(["extension/a", "mine"]);
  });

  it.each([
    ["a later requirement", finding(later, "step 1"), [assertion("step 1", "failed")], "pass"],
    ["a later rule", finding(old, "invariant new-rule"), [assertion("invariant new-rule", "failed")], "pass"],
    [
      "a later requirement that broke the run off",
      finding(later, "step 1"),
      [assertion("step 1", "failed"), assertion("step 2", "not-reached")],
      "not-applicable",
    ],
  ])("fails nobody: %s", (_, broken, assertions, verdict) => {
    const settled = judgedBy(set, judgement({ findings: [broken], assertions }));
    expect({ verdict: settled.verdict, findings: settled.findings }).toEqual({ verdict, findings: [] });
  });

  it("does not excuse what the release asked for", () => {
    const broken = [finding(later, "step 1"), finding(old, "invariant old-rule")];
    expect(judgedBy(set, judgement({ findings: broken }))).toMatchObject({
      verdict: "fail",
      findings: [broken[1]],
    });
    const weaker = [finding(later, "step 1"), finding(oldShould, "step 2")];
    expect(judgedBy(set, judgement({ findings: weaker })).verdict).toBe("warn");
  });
});
