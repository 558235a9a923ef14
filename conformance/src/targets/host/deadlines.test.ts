import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadCases } from "../../case/load.js";
import { deadlinesOf } from "./deadlines.js";

const { cases } = loadCases(fileURLToPath(new URL("../../../cases", import.meta.url)));
const told = { args: ["--deadline", "{ms}"] };
const profile = {
  deadlines: { ready_idle: { default: 250, ...told }, ready_grace: { default: 3000, ...told } },
};

/** What the host is told for a case of the kit. */
function set(id: string, options: { readonly shorten: boolean }) {
  const theCase = cases.find((each) => each.id === id);
  if (theCase === undefined) throw new Error(`the kit has no case ${id}`);
  return deadlinesOf(theCase, profile, options).set;
}

describe("the deadlines of a run", () => {
  it("are those that the case wants", () => {
    expect(set("host/registration/ready-grace", { shorten: true })).toEqual({
      ready_grace: 600,
      ready_idle: 20_000,
    });
  });

  it("at the default: the one that is measured stays, the one that would be in the way is put off", () => {
    expect(set("host/registration/ready-grace", { shorten: false })).toEqual({ ready_idle: 20_000 });
  });

  it("at the default: one that is measured is not made longer either", () => {
    expect(set("host/registration/ready-idle-minimum", { shorten: false })).toEqual({ ready_grace: 10_000 });
  });

  it("are the profile's, and without one the specification's, where the host cannot be told", () => {
    const wish = { deadlines: { intercept: 500, ready_idle: 2000 }, steps: [] };
    const fixed = { deadlines: { ready_idle: { default: 400 } } };
    const { all, set: none } = deadlinesOf(wish, fixed, { shorten: true });
    expect([all.intercept, all.ready_idle, none]).toEqual([5000, 400, {}]);
  });
});
