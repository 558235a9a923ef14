import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { schemaFile, schemaText } from "./generate.js";

const validate = new Ajv2020({ strict: false }).compile(JSON.parse(schemaText()) as object);
const head = "title: t\nproves: [ext.tool.one-result]\nfor: extension\n";
const isValid = (text: string) => validate(parse(text));

describe("the published schema", () => {
  it("is what the definitions say", () => {
    expect(readFileSync(schemaFile, "utf8")).toBe(schemaText());
  });

  it.each([
    "steps:\n  - host receives: { type: x }\n    not before: { since: a, at least: { $deadline: tool } }\n",
    "steps:\n  - any order:\n      - host exits: { code: 0 }\n      - [host fence, { host closes: stdin }]\n",
    "needs: [tool, { rpc: panels }]\nsteps:\n  - host sends raw: x\n    chunks: [a, b]\n",
    "extensions: { a: { tools: [x, { name: y }], manifest: 'text' } }\nmodel: [{ say: [a, b] }, { error: 500 }]\nsteps: [host fence]\n",
  ])("accepts what the format has: %j", (text) => {
    expect(isValid(head + text)).toBe(true);
  });

  it.each([
    "steps: []\n",
    "steps:\n  - host recieves: { type: x }\n",
    "steps:\n  - host receives: { type: x }\n    witin: 3\n",
    "needs: [toool]\nsteps: [host fence]\n",
    "extensions: { a: { tool: [x] } }\nsteps: [host fence]\n",
    "deadlines: { tool: 100 }\nsteps: [host fence]\n",
  ])("refuses what it has not: %j", (text) => {
    expect(isValid(head + text)).toBe(false);
  });

  it("knows the requirements, for completion", () => {
    expect(isValid("title: t\nproves: [ext.tool.nothing]\nfor: extension\nsteps: [host fence]\n")).toBe(
      false,
    );
  });
});
