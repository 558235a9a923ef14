import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineSplitter, type RawLine } from "./split-lines.js";

function split(chunks: readonly Buffer[], largest = 1000): RawLine[] {
  const splitter = new LineSplitter(largest);
  return [...chunks.flatMap((chunk) => [...splitter.push(chunk)]), ...splitter.end()];
}

/** Lines of bytes with many LFs, and where to cut them into chunks. */
const cutBytes = fc.tuple(
  fc.array(fc.oneof(fc.constant(0x0a), fc.integer({ min: 0, max: 255 })), { maxLength: 60 }),
  fc.array(fc.nat(60), { maxLength: 8 }),
);

describe("LineSplitter", () => {
  test("gives the same lines however the bytes are divided", () => {
    fc.assert(
      fc.property(cutBytes, fc.integer({ min: 1, max: 30 }), ([bytes, cuts], largest) => {
        const whole = Buffer.from(bytes);
        const edges = [0, ...cuts.sort((a, b) => a - b), whole.length];
        const chunks = edges.slice(1).map((edge, index) => whole.subarray(edges[index], edge));
        expect(split(chunks, largest)).toEqual(split([whole], largest));
      }),
    );
  });

  test("takes 0x0A as the only separator", () => {
    const lines = split([Buffer.from("a\rb\u2028c\u0085\n\nd")]);
    expect(lines.map(({ bytes, ended }) => [bytes.toString(), ended])).toEqual([
      ["a\rb\u2028c\u0085", true],
      ["", true],
      ["d", false],
    ]);
  });

  test("counts the LF in the limit and keeps little of a longer line", () => {
    const lines = split([
      Buffer.from(`${"x".repeat(999)}\n`),
      Buffer.alloc(600, "y"),
      Buffer.alloc(600, "z"),
      Buffer.from("\na\n"),
    ]);
    expect(lines.map(({ bytes, length, cut }) => [bytes.length, length, cut])).toEqual([
      [999, 999, false],
      [512, 1200, true],
      [1, 1, false],
    ]);
  });
});
