import { describe, expect, test } from "vitest";
import { excerpt } from "./excerpt.js";

describe("excerpt", () => {
  test("shows a short line whole", () => {
    expect(excerpt('{"a":1}', 6)).toEqual({ text: '{"a":1}', caret: "     ^" });
  });

  test("cuts a long line on both sides of the column", () => {
    const { text, caret } = excerpt(`${"a".repeat(500)}!${"b".repeat(500)}`, 501);
    expect(text).toBe(`…${"a".repeat(40)}!${"b".repeat(59)}…`);
    expect(text[caret.length - 1]).toBe("!");
  });

  test("points behind the end of the line", () => {
    expect(excerpt("ab", 3)).toEqual({ text: "ab", caret: "  ^" });
  });

  test("gives wide characters two cells, marks none, and invisible ones a dot", () => {
    expect(excerpt("中e\u0301\u001b!", 5)).toEqual({ text: "中e\u0301·!", caret: "    ^" });
  });

  test("never cuts an emoji in half", () => {
    expect(excerpt("😀".repeat(300), 151).text).toBe(`…${"😀".repeat(100)}…`);
  });
});
