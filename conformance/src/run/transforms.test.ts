import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../case/json.js";
import { equal } from "../judge/match.js";
import { transforms } from "./transforms.js";

const frame = fc
  .dictionary(fc.string(), fc.jsonValue(), { maxKeys: 6 })
  .map((fields) => JSON.parse(JSON.stringify({ type: "notify", ...fields })) as JsonObject);

const encode = (name: string, value: JsonObject) => transforms.get(name)?.encode(value) ?? [];

describe("every transform", () => {
  it.each([...transforms.keys()])("%s writes one line that holds the same frame", (name) => {
    fc.assert(
      fc.property(frame, (value) => {
        const bytes = Buffer.concat(encode(name, value));
        expect(bytes.indexOf(10)).toBe(bytes.length - 1);
        const { x_unknown: _, x_more: __, ...read } = JSON.parse(bytes.toString()) as JsonObject;
        const { x_unknown: ___, x_more: ____, ...given } = value;
        expect(equal(read, given)).toBe(true);
      }),
    );
  });
});

describe("one transform", () => {
  it("writes byte by byte", () => {
    expect(encode("one-byte", { type: "x" }).map((piece) => piece.length)).toEqual(Array(13).fill(1));
  });

  it("takes only the ends of a huge frame apart", () => {
    expect(encode("one-byte", { type: "x".repeat(1_000_000) })).toHaveLength(4001);
  });

  it("ends writes inside of characters", () => {
    const pieces = encode("split-utf8", { type: "ü" });
    expect(pieces.length).toBeGreaterThan(3);
    for (const piece of pieces.slice(0, -1)) expect(piece.at(-1)).toBeGreaterThanOrEqual(0xc0);
  });

  it("ends lines with CR and LF", () => {
    expect(Buffer.concat(encode("crlf", { type: "x" })).toString()).toBe('{"type":"x"}\r\n');
  });

  it("turns the order of fields round", () => {
    expect(
      Buffer.concat(encode("permuted-keys", { type: "x", a: { b: 1, c: [{ d: 1, e: 2 }] } })).toString(),
    ).toBe('{"a":{"c":[{"e":2,"d":1}],"b":1},"type":"x"}\n');
  });
});
