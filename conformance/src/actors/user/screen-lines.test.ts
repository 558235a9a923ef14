import { describe, expect, it } from "vitest";
import { ScreenLines } from "./screen-lines.js";

const shown = (...chunks: readonly string[]): readonly string[] => {
  const lines = new ScreenLines();
  return [...chunks.flatMap((chunk) => lines.push(Buffer.from(chunk))), ...lines.end()];
};

describe("the lines of a repainted screen", () => {
  it("are told from colours, titles and modes", () => {
    expect(shown("\x1b]0;title\x07\x1b[?25l\x1b[1;32m[ext]\x1b[0m note\n")).toEqual(["[ext] note"]);
  });

  it("end where the cursor is put elsewhere", () => {
    expect(shown("\x1b[2;1Hfirst\x1b[K\x1b[3;1Hsecond\r\n")).toEqual(["first", "second"]);
  });

  it("are given before they end, and again when they have grown", () => {
    expect(shown("wait", "ing", "\n")).toEqual(["wait", "waiting", "waiting"]);
  });

  it("are whole where a sequence or a character is cut", () => {
    const lines = new ScreenLines();
    const bytes = Buffer.from("\x1b[31mgrün\x1b[0m\n");
    const all = [...bytes].flatMap((byte) => lines.push(Buffer.from([byte])));
    expect(all.at(-1)).toBe("grün");
  });
});
