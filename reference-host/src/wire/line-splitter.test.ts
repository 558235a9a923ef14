import fc from "fast-check";
import { expect, test } from "vitest";
import { createLineSplitter, decodeLine } from "./line-splitter.js";

function split(chunks: readonly Buffer[], limit = 1024) {
  const seen: (string | undefined)[] = [];
  const splitter = createLineSplitter({
    limit,
    onLine: (bytes) => seen.push(decodeLine(bytes)),
    onOverlong: () => seen.push("(over-long)"),
  });
  for (const chunk of chunks) splitter.push(chunk);
  return { seen, incomplete: splitter.incomplete };
}

function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  let at = 0;
  for (const size of sizes) {
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  chunks.push(bytes.subarray(at));
  return chunks;
}

test("the lines are the same however the bytes are cut", () => {
  const line = fc.string({ unit: "binary", maxLength: 80 }).map((text) => text.replaceAll("\n", "\u2028"));
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 20 }),
      fc.array(fc.integer({ min: 0, max: 40 })),
      (lines, sizes) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(""));
        expect(split(cut(bytes, sizes))).toEqual({
          seen: lines.map((text) => text.toWellFormed()),
          incomplete: 0,
        });
      },
    ),
  );
});

test("a line of exactly the limit passes and one byte more does not, however it is cut", () => {
  for (const size of [1, 3, 100]) {
    const bytes = Buffer.from(`${"a".repeat(9)}\n${"b".repeat(10)}\n${"c".repeat(25)}\nd\n`);
    const sizes = Array.from({ length: Math.ceil(bytes.length / size) }, () => size);
    expect(split(cut(bytes, sizes), 10).seen).toEqual(["aaaaaaaaa", "(over-long)", "(over-long)", "d"]);
  }
});

test("an over-long line is reported once, before its end has come", () => {
  expect(split([Buffer.alloc(8, "x"), Buffer.alloc(8, "x"), Buffer.alloc(8, "x")], 10).seen).toEqual([
    "(over-long)",
  ]);
});

test("bytes that are not UTF-8 give no text", () => {
  expect(split([Buffer.from([0xc3, 0x28, 0x0a, 0x61, 0x0a])]).seen).toEqual([undefined, "a"]);
});

test("what has no LF yet is no line", () => {
  expect(split([Buffer.from("a\nbc")])).toEqual({ seen: ["a"], incomplete: 2 });
});
