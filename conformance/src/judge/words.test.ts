import { expect, it } from "vitest";
import { listed, withArticle } from "./words.js";

it("a noun has the article that it is read with", () => {
  const nouns = ["tool_result", "assistant_message", "event_intercept_response", "user_message", "usage"];
  expect(nouns.map(withArticle)).toEqual([
    "a tool_result",
    "an assistant_message",
    "an event_intercept_response",
    "a user_message",
    "a usage",
  ]);
});

it("a list has each name once, and an and", () => {
  expect([["first"], ["first", "second", "first"], ["a", "b", "c"], []].map(listed)).toEqual([
    "first",
    "first and second",
    "a, b and c",
    "",
  ]);
});
