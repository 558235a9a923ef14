import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob } from "./glob.js";

const names = [
  "extension/tools/answers-once",
  "extension/tools/answers-once[tool=echo]",
  "extension/handshake/first-line",
  "host/rpc/abort-while-queued",
  "host/rpc/additions/abort-panel",
  "ext.intercept.first-block-wins",
];
const chosen = (pattern: string) => names.filter((name) => compileGlob(pattern).matches(name));

describe("a pattern for cases", () => {
  it.each([
    ["extension/tools/*", [names[0], names[1]]],
    ["extension/tools", [names[0], names[1]]],
    ["extension/", [names[0], names[1], names[2]]],
    ["extension/**", [names[0], names[1], names[2]]],
    ["**/abort-*", [names[3], names[4]]],
    ["host/**/abort-*", [names[3], names[4]]],
    ["host/*/abort-*", [names[3]]],
    ["{extension,host/rpc}/**/*-{once,panel}", [names[0], names[4]]],
    ["extension/tools/answers-once[tool=*]", [names[1]]],
    ["ext.intercept.*", [names[5]]],
    ["ext?intercept?first-block-wins", [names[5]]],
    ["EXTENSION/tools/*", []],
    ["tools", []],
    ["", []],
  ])("%s chooses what it says", (pattern, expected) => {
    expect(chosen(pattern)).toEqual(expected);
  });

  it("without special characters matches itself, whatever else it holds", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[^*?{},/]+(\/[^*?{},/]+)*$/u), (name) => {
        expect(compileGlob(name).matches(name)).toBe(true);
        expect(compileGlob(name).matches(`${name}x`)).toBe(false);
      }),
    );
  });

  it("takes a brace without a partner as it is", () => {
    expect(compileGlob("a{b").matches("a{b")).toBe(true);
    expect(compileGlob("a{b}").matches("a{b}")).toBe(true);
  });
});
