import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { patternSample } from "./pattern-sample.js";
import { toolArguments } from "./tool-arguments.js";

const object = (properties: Record<string, unknown>, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
});
const only = (schema: unknown) => toolArguments(object({ x: schema }, ["x"])).valid?.x;

describe("arguments from a tool's schema", () => {
  it("fill every property in the valid ones and only required ones in the minimal ones", () => {
    const schema = object({ city: { type: "string" }, days: { type: "integer" } }, ["city"]);
    expect(toolArguments(schema)).toEqual({
      valid: { city: "example", days: 1 },
      minimal: { city: "example" },
      invalid: { days: 1 },
      lacks: "city",
    });
  });

  it("are wrong in type where nothing is required", () => {
    expect(toolArguments(object({ city: { type: "string" } }))).toEqual({
      valid: { city: "example" },
      minimal: {},
      invalid: { city: { unexpected: true } },
    });
  });

  it("have no invalid form where the schema takes every object", () => {
    expect(toolArguments(undefined)).toEqual({ valid: {}, minimal: {} });
    expect(toolArguments({ type: "object" })).toEqual({ valid: {}, minimal: {} });
    expect(toolArguments(object({ anything: {} }))).toEqual({ valid: { anything: "example" }, minimal: {} });
  });

  it.each([
    ["const", { const: 7 }, 7],
    ["examples", { type: "string", examples: ["Berlin", "Rome"] }, "Berlin"],
    ["default", { type: "string", default: "Paris" }, "Paris"],
    ["enum", { enum: ["b", "a"] }, "b"],
    ["an example that the schema refuses, by passing over it", { type: "integer", examples: ["no"] }, 1],
    ["minimum", { type: "integer", minimum: 18 }, 18],
    ["exclusiveMinimum", { type: "integer", exclusiveMinimum: 18 }, 19],
    ["maximum", { type: "number", maximum: -3 }, -3],
    ["both bounds", { type: "number", minimum: 0.2, maximum: 0.4 }, 0.2],
    ["open bounds", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 0.5 }, 0.25],
    ["multipleOf", { type: "integer", multipleOf: 5, minimum: 12 }, 15],
    ["minLength", { type: "string", minLength: 10 }, "exampleeee"],
    ["maxLength", { type: "string", maxLength: 3 }, "exa"],
    ["pattern", { type: "string", pattern: "^[A-Z]{3}-\\d+$" }, "AAA-1"],
    ["pattern with minLength", { type: "string", pattern: "^[a-z]+$", minLength: 12 }, "aaaaaaaaaaaa"],
    ["format", { type: "string", format: "date" }, "2025-01-15"],
    ["items", { type: "array", items: { type: "integer", minimum: 4 } }, [4]],
    ["minItems", { type: "array", items: { type: "boolean" }, minItems: 2 }, [true, true]],
    [
      "uniqueItems",
      { type: "array", items: { enum: ["r", "g"] }, minItems: 2, uniqueItems: true },
      ["r", "g"],
    ],
    [
      "prefixItems",
      { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false },
      ["example", 1],
    ],
    ["anyOf", { anyOf: [{ type: "null" }, { type: "integer" }] }, 1],
    [
      "oneOf, from the branch that alone fits",
      { oneOf: [{ type: "number" }, { type: "integer" }, { type: "string" }] },
      "example",
    ],
    ["several types", { type: ["null", "string"] }, "example"],
    ["nested objects", object({ y: object({ z: { const: true } }, ["z"]) }, ["y"]), { y: { z: true } }],
    ["allOf", { allOf: [{ type: "integer", minimum: 2 }, { minimum: 5 }] }, 5],
    ["not, without a type", { not: { type: "string" } }, 1],
    ["not, of the usual value", { type: "integer", not: { enum: [1, 2] } }, 0],
    ["not, of a string", { type: "string", not: { maxLength: 8 } }, "exampleee"],
    [
      "minProperties",
      { type: "object", minProperties: 2, additionalProperties: { type: "boolean" } },
      { example1: true, example2: true },
    ],
    ["maxProperties", { ...object({ a: {}, b: {}, c: {} }, ["c"]), maxProperties: 1 }, { c: "example" }],
    [
      "propertyNames",
      { type: "object", minProperties: 2, propertyNames: { pattern: "^x-[a-z]+$" } },
      { "x-a": "example", "x-aa": "example" },
    ],
    [
      "patternProperties",
      {
        type: "object",
        minProperties: 1,
        patternProperties: { "^n_": { type: "null" } },
        additionalProperties: false,
      },
      { n_: null },
    ],
    ["minContains", { type: "array", contains: { const: 3 }, minContains: 2 }, [3, 3]],
    ["format with pattern", { format: "uri", pattern: "^https://" }, "https://example.com/"],
    [
      "if and else",
      { ...object({ k: { const: 1 } }, ["k"]), if: { not: { required: ["k"] } }, else: { required: ["v"] } },
      { k: 1, v: "example" },
    ],
    [
      "branches that exclude each other",
      { ...object({ a: {}, b: {} }), oneOf: [{ required: ["a"] }, { required: ["b"] }] },
      { a: "example" },
    ],
    ["untyped objects", { properties: { a: { type: "null" } }, required: ["a"] }, { a: null }],
  ])("honour %s", (_, schema, expected) => {
    expect(only(schema)).toEqual(expected);
  });

  it("follow references inside the schema and end where it contains itself", () => {
    const tree = {
      type: "object",
      properties: { root: { $ref: "#/$defs/node" } },
      required: ["root"],
      $defs: {
        node: object(
          { name: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/node" } } },
          ["name"],
        ),
      },
    };
    const { valid, minimal } = toolArguments(tree);
    expect(minimal).toEqual({ root: { name: "example" } });
    expect(new Ajv2020({ strict: false }).validate(tree, valid)).toBe(true);
  });

  it("end where the schema needs itself, or could", () => {
    const list = { $defs: { node: object({ next: { $ref: "#/$defs/maybe" } }, ["next"]), maybe: {} } };
    const ending = { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] };
    const schema = { ...object({ list: ending }, ["list"]), $defs: { ...list.$defs, maybe: ending } };
    const { valid } = toolArguments(schema);
    expect(new Ajv2020({ strict: false }).validate(schema, valid)).toBe(true);
    const tree = object({ left: { $ref: "#" }, right: { $ref: "#" } }, ["left", "right"]);
    expect(toolArguments(tree).valid).toBeUndefined();
  });

  it("are absent where none can be made that the schema takes; wrong ones are still known", () => {
    const schema = object({ code: { type: "string", pattern: "^(?=.*\\d)z" } }, ["code"]);
    expect(toolArguments(schema)).toEqual({ invalid: {} });
  });

  it("are only those that the schema requires where the optional ones exclude each other", () => {
    const schema = {
      ...object({ a: { type: "string" }, b: { type: "string" } }),
      dependentSchemas: { a: { properties: { b: false } } },
    };
    expect(toolArguments(schema)).toEqual({ valid: {}, minimal: {}, invalid: { a: { unexpected: true } } });
  });

  it("are made as well as can be from a schema that cannot be judged", () => {
    const elsewhere = object({ x: { $ref: "https://example.com/x" } }, ["x"]);
    expect(toolArguments(elsewhere)).toEqual({
      valid: { x: "example" },
      minimal: { x: "example" },
      invalid: {},
      lacks: "x",
    });
    expect(only({ type: "string", pattern: "(?i)[a-" })).toBe("example");
  });

  it("are the same every time", () => {
    const schema = object({
      a: { anyOf: [{ type: "string" }, { type: "number" }] },
      b: { type: "array", items: {} },
    });
    expect(toolArguments(schema)).toEqual(toolArguments(structuredClone(schema)));
  });

  it("take a property whose name is special in the language", () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"const":1}},"required":["__proto__"]}',
    );
    expect(JSON.stringify(toolArguments(schema).valid)).toBe('{"__proto__":1}');
  });

  it("agree with an independent validator on schemas of any shape", () => {
    const leaf = fc.oneof(
      fc.record({ type: fc.constant("string"), minLength: fc.integer({ min: 0, max: 12 }) }),
      fc.record({ type: fc.constant("integer"), minimum: fc.integer({ min: -50, max: 50 }) }),
      fc.record({ type: fc.constant("number"), maximum: fc.double({ min: -9, max: 9, noNaN: true }) }),
      fc.record({ type: fc.constant("boolean") }),
      fc.record({ enum: fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 4 }) }),
      fc
        .constantFrom("^a+$", "^[0-9]{2,4}$", "^(foo|bar)-\\w+$", "x.y", "^[^a-z]{3}$")
        .map((pattern) => ({ type: "string", pattern })),
    );
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        leaf,
        fc.record({
          type: fc.constant("array"),
          items: tie("schema"),
          minItems: fc.integer({ min: 0, max: 3 }),
        }),
        fc.record({ not: leaf }),
        fc.record({
          type: fc.constant("object"),
          minProperties: fc.integer({ min: 0, max: 3 }),
          additionalProperties: tie("schema"),
        }),
        fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tie("schema"), { maxKeys: 4 }).map((properties) => ({
          type: "object",
          properties,
          required: Object.keys(properties).slice(0, 2),
        })),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), schema, { maxKeys: 4 }), (properties) => {
        const tool = { type: "object", properties, required: Object.keys(properties).slice(0, 2) };
        const validate = new Ajv2020({ strict: false }).compile(tool);
        const { valid, minimal, invalid } = toolArguments(tool);
        expect([validate(valid), validate(minimal)]).toEqual([true, true]);
        if (invalid !== undefined) expect(validate(invalid)).toBe(false);
      }),
      { numRuns: 80, seed: 7 },
    );
  });
});

describe("a text for a pattern", () => {
  it("is not attempted where the pattern is not simple", () => {
    const anyLength = { atLeast: 0, atMost: 100 };
    expect(patternSample("^(?=.*a)b$", anyLength)).toBeUndefined();
    expect(patternSample("^(a)\\1$", anyLength)).toBeUndefined();
    expect(patternSample("[", anyLength)).toBeUndefined();
  });
});
