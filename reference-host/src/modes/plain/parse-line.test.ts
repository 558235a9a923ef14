import { describe, expect, it } from "vitest";
import { parseKeys, parseLine } from "./parse-line.js";

describe("a line of the user", () => {
  it.each([
    ["", { kind: "empty" }],
    ["  \t", { kind: "empty" }],
    [" hello ", { kind: "prompt", text: "hello" }],
    ["/help", { kind: "command", name: "help", args: "" }],
    ["/weather  berlin  tomorrow ", { kind: "command", name: "weather", args: "berlin  tomorrow" }],
    ["/weather\tberlin", { kind: "command", name: "weather", args: "berlin" }],
    ["/reload-ext", { kind: "command", name: "reload-ext", args: "" }],
    ["/usr/bin is full", { kind: "prompt", text: "/usr/bin is full" }],
    ["/ hello", { kind: "prompt", text: "/ hello" }],
    ["/größe", { kind: "prompt", text: "/größe" }],
  ])("%j", (line, expected) => {
    expect(parseLine(line)).toEqual(expected);
  });
});

describe("/key", () => {
  it("takes names, characters and space, several at once", () => {
    expect(parseKeys("down Enter x X é space 🌫")).toEqual({
      kind: "keys",
      keys: [
        { key: "down" },
        { key: "enter" },
        { key: "rune", text: "x" },
        { key: "rune", text: "X" },
        { key: "rune", text: "é" },
        { key: "rune", text: " " },
        { key: "rune", text: "🌫" },
      ],
    });
  });

  it.each(["", "downn", "rune"])("explains itself for %j", (args) => {
    expect(parseKeys(args)).toMatchObject({ kind: "wrong", message: expect.stringContaining("pageup") });
  });
});
