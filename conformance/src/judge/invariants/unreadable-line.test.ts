import { describe, expect, it } from "vitest";
import { unreadableHint } from "./unreadable-line.js";

describe("the hint for a line that is no frame", () => {
  it.each([
    ["{", /^Write each frame on one line/],
    ["[", /^Write each frame on one line/],
    [' "type": "hello",', /^Write each frame on one line/],
    ["}", /^Write each frame on one line/],
    ['"quoted" text', /print logs to standard error/],
    ['{"type":"tool_result","score": NaN}', /^NaN is not JSON/],
    ['{"type":"tool_result","score":-Infinity}', /^-Infinity is not JSON/],
    ['{"type":"x","text":"a NaN \\" NaN",}', /print logs to standard error/],
    ["the result is NaN", /print logs to standard error/],
    ["starting up", /print logs to standard error/],
  ])("%s", (line, hint) => {
    expect(unreadableHint(line)).toMatch(hint);
  });

  it("is found in the longest of lines", () => {
    const long = 'a \\" NaN '.repeat(400_000);
    expect(unreadableHint(`{"text":"${long}","score":NaN}`)).toMatch(/^NaN is not JSON/);
    expect(unreadableHint(`"text": "${long}",`)).toMatch(/^Write each frame on one line/);
    expect(unreadableHint(`{"text":"${long}",}`)).toMatch(/print logs/);
  });
});
