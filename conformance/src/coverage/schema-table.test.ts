import { expect, it } from "vitest";
import { fieldTable } from "./schema-table.js";

it("a schema becomes a table with the fields of inner objects, mappings and lists below their own", () => {
  const text = { type: "string", description: "A text." };
  const inner = { type: "object", properties: { deep: text }, required: ["deep"], description: "Inner." };
  const table = fieldTable(
    {
      type: "object",
      required: ["one"],
      properties: {
        one: { type: "string", enum: ["a", "b"], description: "Either | or." },
        two: inner,
        three: { type: "object", additionalProperties: inner, description: "By name." },
        four: { type: "array", items: { anyOf: [text, inner] }, description: "Several." },
        five: inner,
      },
    },
    ["five"],
  );
  expect(table.split("\n")).toEqual([
    "| field | type | needed | meaning |",
    "|---|---|---|---|",
    "| `one` | `a`, `b` | yes | Either \\| or. |",
    "| `two` | mapping |  | Inner. |",
    "| `two.deep` | string | yes | A text. |",
    "| `three` | mapping of mappings |  | By name. |",
    "| `three.NAME.deep` | string | yes | A text. |",
    "| `four` | list of string or mapping |  | Several. |",
    "| `four.deep` | string | yes | A text. |",
    "| `five` | mapping |  | Inner. |",
  ]);
});
