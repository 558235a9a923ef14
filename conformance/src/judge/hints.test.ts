import { describe, expect, it } from "vitest";
import type { TargetKind } from "../case/format.js";
import { hintFor } from "./hints.js";

function hint(target: TargetKind, type: string): string {
  return hintFor({ target, pattern: { type }, nearest: undefined, life: undefined, channel: "frame" });
}

describe("the hint for a frame that is missing", () => {
  it("tells the author of an extension to answer a call, and the author of a host to settle it", () => {
    expect(hint("extension", "tool_result")).toMatch(/^Answer every tool_call with one tool_result/);
    expect(hint("host", "tool_result")).toMatch(/^Give every tool_call event its tool_result, at once also/);
  });

  it("speaks of the hello that is meant", () => {
    expect(hint("extension", "hello")).toMatch(/name and version/);
    expect(hint("client", "hello")).toMatch(/token/);
  });

  it("says at least what is to be sent", () => {
    expect(hint("host", "turn_end")).toBe("Send turn_end at this point.");
  });
});
