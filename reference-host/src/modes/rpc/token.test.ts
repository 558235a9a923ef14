import { describe, expect, it } from "vitest";
import { tokensMatch, withoutToken } from "./token.js";

describe("the token", () => {
  it.each([
    ["secret", "secret", true],
    ["secret", "Secret", false],
    ["secret", "secret ", false],
    ["secret", "", false],
    ["secret", undefined, false],
    ["schlüssel", "schlüssel", true],
  ])("expected %j, given %j: %s", (expected, given, matches) => {
    expect(tokensMatch(expected, given)).toBe(matches);
  });

  it("never reaches a trace, not even from a line that is not quite JSON", () => {
    expect(withoutToken('{"type":"hello","token":"s3cret"}')).toBe('{"type":"hello","token":"[withheld]"}');
    expect(withoutToken('{"type":"hello","to\\u006ben":"s3cret"}')).not.toContain("s3cret");
    expect(withoutToken('{"type":"hello","token":"s3cret",}')).not.toContain("s3cret");
    expect(withoutToken('{"type":"prompt","message":"about tokens"}')).toBe(
      '{"type":"prompt","message":"about tokens"}',
    );
  });
});
