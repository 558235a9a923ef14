import { expect, it } from "vitest";
import { needlessCases } from "./needless-cases.js";

it("a case is needless when each thing it proves has another case, and each mutant it kills another killer", () => {
  const cases = [
    { id: "only-proof", proves: ["a", "b"] },
    { id: "only-killer", proves: ["b", "c"] },
    { id: "needless", proves: ["b", "c"] },
  ];
  const results = [{ killers: ["only-killer"] }, { killers: ["only-killer", "needless"] }, { killers: [] }];
  expect(needlessCases(cases, results, [])).toEqual(["needless"]);
});

it("a case is needed as long as another names it as its twin", () => {
  const cases = [
    { id: "goes-well", proves: ["a"] },
    { id: "goes-wrong", proves: ["a"], twin: "goes-well" },
    { id: "needless", proves: ["a"] },
  ];
  expect(needlessCases(cases, [{ killers: ["goes-wrong"] }], [])).toEqual(["needless"]);
});

it("a case is not needed for what is watched in every run, only for the mutants that it alone kills", () => {
  const cases = [
    { id: "only-killer", proves: ["a"] },
    { id: "needless", proves: ["b"] },
  ];
  const results = [{ killers: ["only-killer"] }, { killers: ["needless", "only-killer"] }];
  expect(needlessCases(cases, results, [{ requirements: ["a", "b"] }])).toEqual(["needless"]);
});
