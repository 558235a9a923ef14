import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanLine, cleanText, createCleaner } from "./clean-text.js";

describe("text that a terminal only shows", () => {
  it.each([
    ["plain text stays", "a\tb ü 🌫 \u2028 c\nd", "a\tb ü 🌫 \u2028 c\nd"],
    ["colours go", "\u001b[31mred\u001b[0m", "red"],
    ["cursor movements go", "a\u001b[2J\u001b[1;1Hb", "ab"],
    ["a window title goes, ended by BEL", "x\u001b]0;not your shell\u0007y", "xy"],
    ["a window title goes, ended by ST", "x\u001b]0;title\u001b\\y", "xy"],
    ["the clipboard is not written", "\u001b]52;c;cm0gLXJm\u0007", ""],
    ["a hyperlink leaves its text", "\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\", "link"],
    ["device control strings go", "\u001bP1$r0m\u001b\\ok", "ok"],
    ["C1 forms go", "\u009b31mred\u009d0;t\u009cend\u0085", "redend"],
    ["character sets go", "\u001b(0abc", "abc"],
    ["a full reset goes", "\u001bcabc", "abc"],
    ["other controls go", "a\u0000\u0008\u000d\u007fb", "ab"],
    ["CRLF becomes LF", "a\r\nb", "a\nb"],
    ["an unended sequence ends with its line", "\u001b]0;evil\nnext", "\nnext"],
    ["escape in the middle of a sequence begins anew", "\u001b[3\u001b[1mx", "x"],
  ])("%s", (_, text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });

  it("has no line breaks where one line is wanted", () => {
    expect(cleanLine("a\nb\r\nc")).toBe("a b c");
  });

  const nasty = fc.string({
    unit: fc.constantFrom(
      "a",
      "m",
      "[",
      "]",
      ";",
      "\\",
      "\u001b",
      "\u0007",
      "\u009b",
      "\u009d",
      "\u009c",
      "P",
      "\n",
      "\u0000",
      "ü",
    ),
  });

  it("is the same however the text is cut", () => {
    fc.assert(
      fc.property(nasty, fc.nat(20), (text, cut) => {
        const cleaner = createCleaner({ multiline: true });
        expect(cleaner(text.slice(0, cut)) + cleaner(text.slice(cut))).toBe(cleanText(text));
      }),
    );
  });

  it("never lets a control character through", () => {
    fc.assert(
      fc.property(nasty, (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
        expect(cleanText(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      }),
    );
  });
});
