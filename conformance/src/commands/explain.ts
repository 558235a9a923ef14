/** `extproto explain ID`: a requirement, a case or a watched rule, with all that belongs to it. */
import { readFileSync } from "node:fs";
import { didYouMean } from "@extproto/schemas";
import { Command } from "commander";
import type { Case } from "../case/format.js";
import { type RegisteredRequirement, requirements } from "../case/register.js";
import { findKitCase, readCases } from "../check/kit-cases.js";
import { exitCodes } from "../cli/exit-codes.js";
import { UsageError } from "../cli/usage-error.js";
import { coverageMatrix } from "../coverage/matrix.js";
import type { Invariant } from "../judge/contract.js";
import { invariants } from "../judge/invariants/registry.js";
import { type Mutant, readMutants } from "../mutants/table.js";
import { type Colours, coloursFor } from "../validate/colours.js";
import { writeOut } from "../validate/output.js";
import { collect } from "./collect.js";

const examples = `
Examples:
  $ extproto explain ext.tool.one-result
  $ extproto explain extension/tools/valid-call
  $ extproto explain extension-keeps-to-state`;

/** Makes the command; `done` takes the exit code. */
export function explainCommand(done: (code: number) => void): Command {
  return new Command("explain")
    .description("Show a requirement with what proves it, or a case or a watched rule with what it proves.")
    .argument("<ID>", "id of a requirement or a case, or name of a rule that is watched in every run")
    .option("--cases <path>", "cases of your own, beside the kit's (may be repeated)", collect, [])
    .helpOption("-h, --help", "print this help")
    .addHelpText("after", examples)
    .action(async (id: string, { cases: folders }: { cases: readonly string[] }) => {
      const colours = coloursFor(process.stdout, process.env);
      await writeOut(`${(await explain(id, folders, colours)).join("\n")}\n`);
      done(exitCodes.ok);
    });
}

/** The lines about an id. */
export async function explain(id: string, folders: readonly string[], colours: Colours): Promise<string[]> {
  const name = id.replace(/ ?(\[.*)?$/, "");
  const kitCase = findKitCase(name);
  if (kitCase !== undefined) return aboutCase(kitCase, colours);
  const { cases } = readCases(folders.length === 0 ? [] : ["kit", ...folders]);
  const requirement = requirements().get(id);
  if (requirement !== undefined)
    return aboutRequirement(requirement, { cases, mutants: await readMutants() }, colours);
  const theCase = cases.find((one) => one.id === name);
  if (theCase !== undefined) return aboutCase(theCase, colours);
  // A report says "invariant NAME" of where it found something.
  const rule = invariants.find((one) => one.name === id.replace(/^invariant /, ""));
  if (rule !== undefined) return aboutInvariant(rule, await readMutants(), colours);
  const names = [
    ...requirements().keys(),
    ...cases.map((one) => one.id),
    ...invariants.map((one) => one.name),
  ];
  throw new UsageError(
    `there is no requirement, case or watched rule ${JSON.stringify(id)}; ${didYouMean(id, names) ?? "`extproto list`, `extproto list requirements` and `extproto list invariants` show them"}`,
  );
}

function aboutRequirement(
  requirement: RegisteredRequirement,
  { cases, mutants }: { readonly cases: readonly Case[]; readonly mutants: readonly Mutant[] },
  colours: Colours,
): string[] {
  const [row] = coverageMatrix([requirement], { cases, invariants, mutants });
  const { id, level, binds, status, sentence, document, section, governs, zotDeviates } = requirement;
  const titles = new Map(cases.map((one) => [one.id, one.title]));
  const docs = new Map(invariants.map((one) => [one.name, one.doc]));
  const faults = new Map(mutants.map((one) => [one.name, one.doc]));
  return [
    `${colours.bold(id)}  ${level}, binds ${binds.join(" and ")}`,
    "",
    `  ${colours.cyan(sentence)}`,
    "",
    `  stated in  spec/${document}, ${section}`,
    `  status     ${row?.reason ?? status.kind}`,
    ...(governs.length === 0 ? [] : [`  governs    ${governs.join(", ")}`]),
    ...(zotDeviates.length === 0 ? [] : [`  zot        ${zotDeviates.join("; ")}`]),
    ...listed("cases that prove it", row?.cases ?? [], (name) => titles.get(name) ?? ""),
    ...listed("watched in every run", row?.invariants ?? [], (name) => docs.get(name) ?? ""),
    ...listed("broken on purpose by", row?.mutants ?? [], (name) => faults.get(name) ?? ""),
  ];
}

function listed(title: string, names: readonly string[], note: (name: string) => string): string[] {
  if (names.length === 0) return [];
  return ["", `  ${title}:`, ...names.map((name) => `    ${name}  ${note(name)}`.trimEnd())];
}

function aboutCase(theCase: Case, colours: Colours): string[] {
  const needs = theCase.needs.map(({ kind, value }) => (value === undefined ? kind : `${kind}: ${value}`));
  return [
    `${colours.bold(theCase.id)}  for ${theCase.for}s`,
    "",
    `  ${theCase.title}`,
    "",
    ...proving(theCase.proves, colours),
    "",
    ...(needs.length === 0 ? [] : [`  needs      ${needs.join(", ")}`]),
    ...(theCase.each === undefined ? [] : [`  runs       once for each ${theCase.each}`]),
    ...(theCase.consent === undefined ? [] : ["  consent    it runs tools or commands of the extension"]),
    ...(theCase.twin === undefined ? [] : [`  twin       ${theCase.twin}`]),
    `  file       ${theCase.file}`,
    "",
    ...readFileSync(theCase.file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => colours.dim(`  | ${line}`)),
  ];
}

function aboutInvariant(
  { name, doc, target, requirements: proves }: Invariant,
  mutants: readonly Mutant[],
  colours: Colours,
): string[] {
  const breaking = mutants.filter((one) => proves.includes(one.breaks));
  const faults = new Map(breaking.map((one) => [one.name, one.doc]));
  return [
    `${colours.bold(name)}  watched in every run of cases for ${target}s`,
    "",
    `  ${doc}`,
    "",
    ...proving(proves, colours),
    ...listed("broken on purpose by", [...faults.keys()], (mutant) => faults.get(mutant) ?? ""),
  ];
}

function proving(ids: readonly string[], colours: Colours): string[] {
  return [
    "  proves:",
    ...ids.flatMap((id) => {
      const requirement = requirements().get(id);
      return [`    ${requirement?.level ?? ""} ${id}`, `      ${colours.cyan(requirement?.sentence ?? "")}`];
    }),
  ];
}
