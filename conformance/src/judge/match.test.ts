import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../case/json.js";
import { equal, matches, mismatches } from "./match.js";

const bindings = { ask: { id: "a-1", list: [{ deep: true }] } };
const fits = (pattern: Json, value: Json) => matches(pattern, value, bindings);

describe("a pattern", () => {
  it("matches objects as subsets, lists element by element, scalars exactly", () => {
    expect(fits({ type: "x" }, { type: "x", more: 1 })).toBe(true);
    expect(fits({ a: { b: 1 } }, { a: { b: 1, c: 2 } })).toBe(true);
    expect(fits([1, { a: 1 }], [1, { a: 1, b: 2 }])).toBe(true);
    expect(fits([1], [1, 2])).toBe(false);
    expect(fits({ a: 1 }, { a: "1" })).toBe(false);
    expect(fits({ a: null }, {})).toBe(false);
    expect(fits({}, [])).toBe(false);
  });

  it("takes $HOME for the literal that it is", () => {
    expect(fits({ command: "$HOME" }, { command: "$HOME" })).toBe(true);
  });

  it.each<[string, Json, Json, boolean]>([
    ["$ref", { id: { $ref: "ask.id" } }, { id: "a-1" }, true],
    ["$ref to another value", { id: { $ref: "ask.id" } }, { id: "a-2" }, false],
    ["$ref into a list", { $ref: "ask.list.0.deep" }, true, true],
    ["$ref to nothing", { $ref: "ask.nothing" }, null, false],
    ["$matches", { $matches: "^a+$" }, "aaa", true],
    ["$matches on a number", { $matches: "1" }, 1, false],
    ["$absent", { id: { $absent: true } }, {}, true],
    ["$absent with null", { id: { $absent: true } }, { id: null }, false],
    ["$present", { id: { $present: true } }, { id: null }, true],
    ["$present without", { id: { $present: true } }, {}, false],
    ["$any", { $any: [1, { $type: "string" }] }, "x", true],
    ["$any with none", { $any: [1, 2] }, 3, false],
    ["$all", { $all: [{ $type: "string" }, { $matches: "b" }] }, "abc", true],
    ["$not", { id: { $not: "x" } }, { id: "y" }, true],
    ["$not of the absent", { id: { $not: "x" } }, {}, true],
    ["$contains", { $contains: [{ name: "b" }] }, [{ name: "a" }, { name: "b", more: 1 }], true],
    ["$contains without", { $contains: [3] }, [1, 2], false],
    ["$contains in a text", { $contains: ["needle"] }, "hay needle hay", true],
    ["$type integer", { $type: "integer" }, 1.5, false],
    ["$type null", { $type: "null" }, null, true],
    ["$atLeast", { $atLeast: 3 }, 3, true],
    ["$atMost", { $atMost: 3 }, 4, false],
    ["$empty", { $empty: false }, "x", true],
    ["$empty of a list", { $empty: true }, [], true],
    ["$empty of a number", { $empty: true }, 0, false],
    ["$length", { $length: 2 }, [1, 2], true],
    ["$literal", { $literal: { $ref: "x" } }, { $ref: "x" }, true],
    ["two operators together", { $type: "string", $empty: false }, "", false],
  ])("%s", (_, pattern, value, expected) => {
    expect(fits(pattern, value)).toBe(expected);
  });

  it("says where and how a value differs, everywhere it does", () => {
    expect(
      mismatches({ type: "a", id: { $ref: "ask.id" }, n: { $atLeast: 2 } }, { type: "a", n: 1 }, bindings),
    ).toEqual([
      { path: "/id", expected: '"a-1" (ask.id)', actual: "nothing" },
      { path: "/n", expected: "2 or more", actual: "1" },
    ]);
  });
});

/** JSON values whose objects use no operators. */
const json = fc
  .jsonValue({ maxDepth: 3 })
  .filter((value) => !JSON.stringify(value).includes('"$')) as fc.Arbitrary<Json>;

describe("for every value", () => {
  it("matches itself as a pattern, and equals its copy", () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy = JSON.parse(JSON.stringify(value)) as Json;
        const same = JSON.parse(JSON.stringify(value)) as Json;
        expect(mismatches(same, copy, {})).toEqual([]);
        expect(equal(same, copy)).toBe(true);
      }),
    );
  });

  it("still matches when fields are added at the top", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), fc.string(), json, (object, key, extra) => {
        const pattern = JSON.parse(JSON.stringify(object)) as Json;
        if (JSON.stringify(pattern).includes('"$') || Object.hasOwn(object, key)) return;
        expect(fits(pattern, { ...(pattern as object), [key]: extra })).toBe(true);
      }),
    );
  });

  it("is matched by exactly one of a pattern and its negation", () => {
    fc.assert(
      fc.property(json, json, (pattern, value) => {
        expect(fits({ $not: pattern }, value)).toBe(!fits(pattern, value));
      }),
    );
  });

  it("is matched by $any exactly when one of the patterns matches, by $all when each does", () => {
    fc.assert(
      fc.property(fc.array(json, { minLength: 1, maxLength: 4 }), json, (patterns, value) => {
        expect(fits({ $any: patterns }, value)).toBe(patterns.some((pattern) => fits(pattern, value)));
        expect(fits({ $all: patterns }, value)).toBe(patterns.every((pattern) => fits(pattern, value)));
      }),
    );
  });
});

describe("a list that lacks an element", () => {
  const pattern = { messages: { $contains: [{ role: "tool", content: ["text", "image"] }] } };

  it("differs where the one element that is meant does", () => {
    const value = {
      messages: [
        { role: "user", content: [] },
        { role: "tool", content: ["text", "sound"] },
      ],
    };
    expect(mismatches(pattern, value, {})).toEqual([
      { path: "/messages/1/content/1", expected: '"image"', actual: '"sound"' },
    ]);
  });

  it("differs as a whole where none can be meant, or several", () => {
    const other = { role: "tool", content: [] };
    for (const messages of [[{ role: "user" }], [other, other]])
      expect(mismatches(pattern, { messages }, {}).map(({ path }) => path)).toEqual(["/messages"]);
  });
});
