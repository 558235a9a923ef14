import { expect, test } from "vitest";
import { coloursFor } from "./colours.js";

test.each([
  ["a terminal", { isTTY: true }, {}, true],
  ["a pipe", {}, { FORCE_COLOR: "1", CI: "1" }, false],
  ["NO_COLOR", { isTTY: true }, { NO_COLOR: "1" }, false],
  ["an empty NO_COLOR", { isTTY: true }, { NO_COLOR: "" }, true],
  ["a terminal that has none", { isTTY: true }, { TERM: "dumb" }, false],
])("%s", (_, stream, env, coloured) => {
  expect(coloursFor(stream, env).red("x") !== "x").toBe(coloured);
});
