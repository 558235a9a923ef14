import { expect, it } from "vitest";
import { decodeExtensionFrame } from "../src/index.js";
import { loadLines } from "./vectors.js";

it.each(loadLines())("a line that is $name is $verdict", ({ line, verdict, code, path }) => {
  const decoded = decodeExtensionFrame(line);
  if (decoded.kind === "invalid") {
    const { error } = decoded;
    expect({ verdict: "invalid", code: error.code, path: error.problems[0]?.path }).toEqual({
      verdict,
      code,
      path,
    });
  } else {
    expect(decoded.kind === "frame" ? "valid" : "unknown").toBe(verdict);
  }
});

it("an unknown frame keeps its raw text and its value", () => {
  const line = '{ "type":"x_future", "id":"1" }';
  expect(decodeExtensionFrame(line)).toEqual({
    kind: "unknown",
    type: "x_future",
    variant: undefined,
    value: { type: "x_future", id: "1" },
    raw: line,
  });
});
