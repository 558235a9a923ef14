import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatPointer } from "./json-pointer.js";
import { locate } from "./locate.js";

/** Every pointer of a value, with the value there. */
function everything(value: unknown, path: readonly (string | number)[] = []): [string, unknown][] {
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : typeof value === "object" && value !== null
      ? Object.entries(value)
      : [];
  return [
    [formatPointer(path), value],
    ...entries.flatMap(([key, held]) => everything(held, [...path, key])),
  ];
}

describe("locate", () => {
  test("finds every value of any JSON text", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (given) => {
        const value: unknown = JSON.parse(JSON.stringify(given));
        const text = JSON.stringify(value);
        const expected = everything(value);
        const places = locate(
          text,
          expected.map(([pointer]) => pointer),
        );
        for (const [pointer, held] of expected) {
          expect(text.slice(places.get(pointer)?.value)).toSatisfy((rest: string) =>
            rest.startsWith(JSON.stringify(held)),
          );
        }
      }),
    );
  });

  test("gives the name of a field, and the object around a field that is missing", () => {
    const text = '{ "a": [ {"b/c": 1} ] }';
    expect(Object.fromEntries(locate(text, ["/a/0/b~1c", "/a/0/x", "/a/0/x/y"]))).toEqual({
      "/a/0/b~1c": { key: 10, value: 17 },
      "/a/0/x": { key: 9, value: 9 },
      "/a/0/x/y": { key: 9, value: 9 },
    });
  });

  test("takes the last of a field written twice", () => {
    expect(locate('{"a":1,"a":2}', ["/a"]).get("/a")).toEqual({ key: 7, value: 11 });
  });
});
