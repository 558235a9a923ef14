import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inShard, parseShard } from "./shard.js";

describe("a shard", () => {
  it("of each number, together, is the whole, and no two share an item", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), fc.integer({ min: 1, max: 9 }), (items, count) => {
        const parts = Array.from({ length: count }, (_, index) =>
          inShard(items, { index: index + 1, count }),
        );
        expect(parts.flat().sort()).toEqual([...items].sort());
      }),
    );
  });

  it("is written i/n", () => {
    expect(parseShard("2/5")).toEqual({ index: 2, count: 5 });
    for (const wrong of ["0/3", "4/3", "1/0", "1", "a/b", "1/2/3", "-1/2", "1.0/2", ""])
      expect(() => parseShard(wrong)).toThrow("--shard takes i/n");
  });
});
