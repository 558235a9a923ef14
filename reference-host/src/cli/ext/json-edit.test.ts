import fc from "fast-check";
import { expect, test } from "vitest";
import { setTopLevelField } from "./json-edit.js";

test.each([
  ["{}", '{ "enabled": false }'],
  ['{"a":1}', '{"a":1, "enabled": false}'],
  ['{"enabled":true}', '{"enabled":false}'],
  ['{ "enabled" : null , "b":"}" }', '{ "enabled" : false , "b":"}" }'],
  ['{"a":{"enabled":true},"enabled":true}', '{"a":{"enabled":true},"enabled":false}'],
  ['{\n  "a": "\\"enabled\\": true"\n}\n', '{\n  "a": "\\"enabled\\": true",\n  "enabled": false\n}\n'],
])("%j becomes %j", (before, after) => {
  expect(setTopLevelField(before, "enabled", "false")).toBe(after);
});

test("only that field changes, in any object and layout", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(undefined, 2, "\t"),
      (object, indent) => {
        const text = JSON.stringify(object, null, indent);
        expect(JSON.parse(setTopLevelField(text, "enabled", "false"))).toEqual({
          ...JSON.parse(text),
          enabled: false,
        });
      },
    ),
  );
});
