import { describe, expect, it } from "vitest";
import { unifiedDiff } from "./diff.js";
import { placed, type Replacement, replaced } from "./replacements.js";

/** Applies a unified diff, as a check that it says what happened. */
function patched(text: string, diff: string): string {
  const lines = text.split("\n");
  const result: string[] = [];
  let at = 0;
  for (const line of diff.split("\n")) {
    const header = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(line);
    if (header !== null) {
      while (at < Number(header[1]) - 1) result.push(lines[at++] ?? "");
      expect(result.length).toBe(Number(header[3]) - 1);
    } else if (line.startsWith("+")) {
      result.push(line.slice(1));
    } else {
      expect(lines[at]).toBe(line.slice(1));
      if (line.startsWith(" ")) result.push(line.slice(1));
      at++;
    }
  }
  return [...result, ...lines.slice(at)].join("\n");
}

const text = Array.from({ length: 40 }, (_, index) => `left ${index + 1}, right ${index + 1};`).join("\n");

describe("the diff of replacements", () => {
  it.each<[string, Replacement[]]>([
    ["at the beginning", [{ oldText: "left 1,", newText: "first," }]],
    ["at the end", [{ oldText: "right 40;", newText: "last;\n" }]],
    [
      "two on one line",
      [
        { oldText: "right 20;", newText: "R20" },
        { oldText: "left 20,", newText: "L20" },
      ],
    ],
    ["that joins lines", [{ oldText: "right 5;\nleft 6,", newText: "joined" }]],
    ["that splits a line", [{ oldText: "left 5, ", newText: "left 5,\n" }]],
    ["that deletes lines", [{ oldText: "left 7, right 7;\nleft 8, right 8;\n", newText: "" }]],
    [
      "that keeps the lines around it",
      [{ oldText: "right 7;\nleft 8, right 8;\nleft 9,", newText: "right 7;\nleft 9," }],
    ],
    [
      "far apart and close together",
      [
        { oldText: "left 3,", newText: "3" },
        { oldText: "left 9,", newText: "9\n9" },
        { oldText: "left 12, right 12;\n", newText: "" },
        { oldText: "left 30,", newText: "30" },
      ],
    ],
  ])("applies to the old text and gives the new one: %s", (_, replacements) => {
    const places = placed(text, replacements);
    expect(patched(text, unifiedDiff(text, places))).toBe(replaced(text, places));
  });
});
