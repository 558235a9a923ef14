import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadCases } from "../../case/load.js";
import { whyNot } from "./needs.js";
import type { Profile } from "./profile.js";

const { cases } = loadCases(fileURLToPath(new URL("../../../cases", import.meta.url)));
const setModel = cases.filter(({ id }) => id === "host/rpc/set-model");
const profile: Profile = { name: "my-host", command: ["my-host"], rpc: { args: [] }, extension: ["{dir}"] };
const one = { provider: "anthropic", active: "first" };

/** Why the case that sets another model does not apply. */
const why = (more: Partial<Profile>) => setModel.map((each) => whyNot(each, { ...profile, ...more }));

describe("a case that needs two models", () => {
  it("applies where the profile names both", () => {
    expect(why({ models: { ...one, other: "second" } })).toEqual([undefined]);
  });

  it("says what to write into a profile that names one", () => {
    expect(why({ models: one })).toEqual([
      "the profile names no second model: write its id as models.other, or two-models into lacks",
    ]);
  });

  it("does not apply to a host that has one", () => {
    expect(why({ models: one, lacks: ["two-models"] })).toEqual(["the host has no feature two-models"]);
  });
});
