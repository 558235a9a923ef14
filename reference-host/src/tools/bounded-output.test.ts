import { describe, expect, it } from "vitest";
import { boundedOutput } from "./bounded-output.js";

function collected(
  chunks: readonly (string | Uint8Array)[],
  bounds: { bytes: number; lines: number },
): string {
  const output = boundedOutput(bounds);
  for (const chunk of chunks) output.add(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  return output.text();
}

describe("a bounded output", () => {
  it("is the output itself while it is within the bounds", () => {
    expect(collected(["one\n", "two\n"], { bytes: 8, lines: 2 })).toBe("one\ntwo\n");
    expect(collected([], { bytes: 8, lines: 2 })).toBe("");
  });

  it("leaves out whole lines from the middle and counts them", () => {
    expect(collected(["1\n2\n3\n4\n5\n6\n7\n"], { bytes: 100, lines: 4 })).toBe(
      "1\n2\n[... 3 lines left out ...]\n6\n7",
    );
    expect(collected(["aaa\nbbb\nccc\nddd\neee\nfff\n"], { bytes: 14, lines: 100 })).toBe(
      "aaa\n[... 4 lines left out ...]\nfff",
    );
  });

  it("counts bytes where a single line is too long", () => {
    expect(collected(["x".repeat(100)], { bytes: 10, lines: 10 })).toBe(
      "xxxxx\n[... 90 bytes left out ...]\nxxxxx",
    );
  });

  it("gives the same whatever the chunks", () => {
    const text = Array.from({ length: 500 }, (_, index) => `Zeile ${index} größer ☁\n`).join("");
    const bounds = { bytes: 300, lines: 100 };
    const bytes = Buffer.from(text);
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(collected(single, bounds)).toBe(collected([text], bounds));
  });

  it("shows no half of a character at the cut", () => {
    for (let bytes = 6; bytes < 30; bytes++) {
      expect(collected(["☁".repeat(50)], { bytes, lines: 10 })).not.toContain("\uFFFD");
    }
  });

  it("holds no more than it shows, however much passes through", () => {
    const output = boundedOutput({ bytes: 1000, lines: 10 });
    const chunk = Buffer.alloc(64 * 1024, "x\n");
    for (let count = 0; count < 1000; count++) output.add(chunk);
    expect(output.text().length).toBeLessThan(1100);
  });
});
