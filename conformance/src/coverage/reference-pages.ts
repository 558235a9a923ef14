/** The pages of docs/reference that are made from the kit's schemas. */
import { deadlines } from "@extproto/schemas";
import { patternOperators, sendOperators } from "../case/operators.js";
import { caseShape, optionSchemas, optionsOf, type ShapeSchema } from "../case/schema.js";
import { type Verb, verbs } from "../case/verbs.js";
import { transforms } from "../run/transforms.js";
import { checkFileSchema } from "../targets/extension/check-file/schema.js";
import { profilePage } from "./host-profile-page.js";
import { fieldTable, markdownTable } from "./schema-table.js";

/** Each page by the name of its file. */
export function referencePages(): ReadonlyMap<string, string> {
  return new Map([
    ["cases.md", casePage()],
    ["profiles.md", profilePage()],
    ["check-file.md", checkFilePage()],
  ]);
}

function checkFilePage(): string {
  return `# extproto.check.yaml

What the author of an extension tells \`extproto check\` about it: a file beside \`extension.json\`, and optional. Editors complete and check it with [\`extproto.check.schema.json\`](../../conformance/extproto.check.schema.json). [Check your extension](../guides/check-your-extension.md) shows it in use. Generated from the schema by \`npm run generate\`.

\`NAME\` stands for the name of a tool, a command or a variable.

${fieldTable(checkFileSchema as unknown as ShapeSchema)}
`;
}

function casePage(): string {
  return `# Cases: fields, steps and operators

Every word that a case file may use. How they work together is told in [CASES.md](../../conformance/CASES.md), and [Write a case](../guides/write-a-case.md) begins at the beginning. Editors complete and check cases with [\`case.schema.json\`](../../conformance/case.schema.json). Generated from the schema and the vocabulary by \`npm run generate\`.

## Fields

A name with dots is a field within a field, or within each element of a list; \`NAME\` stands for any name.

${fieldTable(caseShape, ["needs", "steps"])}

## Steps

A step is a mapping with the key \`ACTOR VERB\`, its value, and options beside it.

${verbTable()}

\`any order\` takes a list of branches instead, each a step or a list of steps. Each verb of the last kind but \`have\` and \`lack\` has an opposite with \`never\` before it.

## Options of steps

${optionTable()}

## Operators in patterns

${operatorTable(patternOperators)}

## Operators in what is sent

${operatorTable(sendOperators)}

## Deadlines

For \`within\`, \`not before\`, \`waits at least\` and \`quiet\`, as \`{ $deadline: intercept }\`.

${markdownTable(
  ["deadline", "default", "what it bounds"],
  Object.entries(deadlines).map(([name, { ms, doc }]) => [`\`${name}\``, `${ms} ms`, doc]),
)}

## Transforms

For \`extproto check --transform NAME\`: the case is run again with the same frames in other bytes.

${markdownTable(
  ["transform", "what it does"],
  [...transforms.values()].map(({ name, doc }) => [`\`${name}\``, doc]),
)}
`;
}

const kinds: Readonly<Record<Verb["meaning"]["kind"], string>> = {
  act: "does",
  wait: "lets time pass",
  await: "expects",
  file: "expects",
  never: "forbids",
};

function verbTable(): string {
  const order = Object.keys(kinds);
  const rows = [...verbs.values()]
    .filter((verb) => verb.meaning.kind !== "never")
    .toSorted((one, other) => order.indexOf(one.meaning.kind) - order.indexOf(other.meaning.kind))
    .map((verb) => [
      `\`${verb.name}\``,
      kinds[verb.meaning.kind],
      verb.by.join(", "),
      verb.value === "any" ? "any value" : verb.value,
      verb.doc,
    ]);
  return markdownTable(["verb", "kind", "actors", "value", "meaning"], rows);
}

function optionTable(): string {
  const rows = Object.entries(optionSchemas).map(([name, { description }]) => [
    `\`${name}\``,
    Object.entries(optionsOf)
      .filter(([, options]) => options.includes(name))
      .map(([kind]) => kindOfSteps[kind] ?? kind)
      .join(", "),
    description ?? "",
  ]);
  return markdownTable(["option", "of steps that", "meaning"], rows);
}

const kindOfSteps: Readonly<Record<string, string>> = {
  act: "do",
  await: "expect",
  never: "forbid",
  wait: "wait",
  file: "look at files",
  "any order": "are `any order`",
};

function operatorTable(operators: Readonly<Record<string, string>>): string {
  return markdownTable(
    ["operator", "meaning"],
    Object.entries(operators).map(([name, doc]) => [`\`${name}\``, doc]),
  );
}
