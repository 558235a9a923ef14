import { describe, expect, it } from "vitest";
import { allCases } from "./check.js";
import { passWithoutWarning, strange } from "./strange.js";

/** Each extension gets some cases, in turn, and each case meets several extensions; the slow test gives all to all. */
const share = 16;

describe("an extension that is strange and legal passes without a warning:", () => {
  it("there are enough of them", () => {
    expect(strange.length).toBeGreaterThan(share);
  });

  passWithoutWarning((place) =>
    // One of them applies to every extension.
    allCases.filter(
      ({ id }, index) => index % share === place % share || id === "extension/lifecycle/hello-first",
    ),
  );
});
