import { expect, test } from "vitest";
import { chosenDeadlines, defaultDeadlines } from "./deadlines.js";

test("what is not chosen keeps its default, and what no timer can wait for is cut to what one can", () => {
  expect(chosenDeadlines({ tool: 5, command: 1e12, kill: Number.POSITIVE_INFINITY })).toEqual({
    ...defaultDeadlines,
    tool: 5,
    command: 2 ** 31 - 1,
    kill: 2 ** 31 - 1,
  });
});
