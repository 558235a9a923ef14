import { describe, expect, it } from "vitest";
import { plainSteps } from "../../src/case/evidence.js";
import { bytesOf } from "../../src/judge/resolve.js";
import { allCases } from "./check.js";

describe("the longest lines that cases send", () => {
  const sources = {
    bindings: { command: { name: "n".repeat(126) }, tool: { name: "t".repeat(64) } },
    args: { valid: {} },
  };
  const sizes = allCases
    .filter(({ id }) => id.includes("/longest-"))
    .map((theCase) => {
      const [raw] = plainSteps(theCase).flatMap((step) =>
        step.kind === "act" && step.act === "send raw" ? [step] : [],
      );
      return [theCase.id, raw === undefined ? 0 : bytesOf(raw.value, sources).length] as const;
    });

  it("are exactly as long as the limit allows, or within it where a name is part of them", () => {
    expect(Object.fromEntries(sizes)).toEqual({
      "extension/framing/longest-line": 4_194_304,
      "extension/framing/longest-question": 4_194_304,
      "extension/framing/longest-command": 4_194_304,
      "extension/framing/longest-call": expect.any(Number),
    });
    expect(sizes.every(([, size]) => size > 4_000_000 && size <= 4_194_304)).toBe(true);
  });
});
