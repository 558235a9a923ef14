/** The tables of `CASES.md`, from the vocabulary. */
import { deadlines } from "@extproto/schemas";
import { patternOperators, sendOperators } from "./operators.js";
import { caseShape, optionSchemas, optionsOf, type ShapeSchema } from "./schema.js";
import { type Verb, verbs } from "./verbs.js";

/** A table between the markers `<!-- name:begin -->` and `<!-- name:end -->`. */
type Tables = Readonly<Record<string, () => string>>;

const tables: Tables = {
  fields: () =>
    table(
      ["field", "what it is"],
      Object.entries(caseShape.properties ?? {}).map(([name, schema]) => [
        `\`${name}\`${caseShape.required?.includes(name) ? "" : " (optional)"}`,
        name === "steps" ? "What happens, in order." : describe(schema),
      ]),
    ),
  acts: () => verbTable((verb) => verb.meaning.kind === "act"),
  awaits: () => verbTable((verb) => verb.meaning.kind === "await" || verb.meaning.kind === "file"),
  waits: () => verbTable((verb) => verb.meaning.kind === "wait"),
  options: () =>
    table(
      ["option", "of", "what it says"],
      Object.entries(optionSchemas).map(([name, schema]) => [
        `\`${name}\``,
        Object.entries(optionsOf)
          .filter(([, options]) => options.includes(name))
          .map(([kind]) => kindNames[kind] ?? kind)
          .join(", "),
        describe(schema),
      ]),
    ),
  patterns: () => operatorTable(patternOperators),
  sends: () => operatorTable(sendOperators),
  deadlines: () =>
    table(
      ["deadline", "default", "what it bounds"],
      Object.entries(deadlines).map(([name, { ms, doc }]) => [`\`${name}\``, `${ms} ms`, doc]),
    ),
};

const kindNames: Readonly<Record<string, string>> = {
  act: "acts",
  await: "`receives` and its like",
  never: "`never`",
  wait: "waits",
  file: "`files have`, `files lack`",
  "any order": "`any order`",
};

function verbTable(fits: (verb: Verb) => boolean): string {
  return table(
    ["verb", "actors", "meaning"],
    [...verbs.values()].filter(fits).map((verb) => [`\`${verb.name}\``, verb.by.join(", "), verb.doc]),
  );
}

function operatorTable(operators: Readonly<Record<string, string>>): string {
  return table(
    ["operator", "meaning"],
    Object.entries(operators).map(([name, doc]) => [`\`${name}\``, doc]),
  );
}

function describe(schema: ShapeSchema): string {
  return schema.description ?? "";
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

/** The document with its tables made anew. */
export function withTables(text: string): string {
  return Object.entries(tables).reduce((document, [name, make]) => {
    const begin = `<!-- ${name}:begin -->`;
    const from = document.indexOf(begin);
    const to = document.indexOf(`<!-- ${name}:end -->`);
    if (from < 0 || to < from) throw new Error(`CASES.md lacks the markers of the table ${name}`);
    return `${document.slice(0, from + begin.length)}\n\n${make()}\n\n${document.slice(to)}`;
  }, text);
}
