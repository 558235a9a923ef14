/** The coverage matrix as a page of the documentation. */
import { markdownCell } from "../report/escape.js";
import { type CoverageRow, gapsIn } from "./matrix.js";

/** The page. `spec` leads from the page to the folder of the specification. */
export function coveragePage(rows: readonly CoverageRow[], spec: string): string {
  const documents = [...new Set(rows.map((row) => row.requirement.document))];
  const lines = [
    "# Coverage of the specification",
    "",
    "Which case, which rule that is watched in every run, and which deliberately broken program stands for each requirement. Generated from the specification, `conformance/cases`, the invariants and the mutants by `npm run generate`; `extproto explain ID` shows a requirement or a case with all that belongs to it.",
    "",
    ...totals(rows),
    "",
    ...documents.flatMap((document) => [
      `## ${titleOf(document)}`,
      "",
      "| requirement | level | binds | status | cases | watched in every run | mutants |",
      "|---|---|---|---|---|---|---|",
      ...rows.filter((row) => row.requirement.document === document).map((row) => tableRow(row, spec)),
      "",
    ]),
  ];
  return lines.join("\n");
}

function totals(rows: readonly CoverageRow[]): string[] {
  const testable = rows.filter((row) => row.requirement.status.kind === "testable");
  const counted = testable.filter((row) => row.reason === undefined);
  const { unproved, withoutMutant } = gapsIn(rows);
  const musts = counted.filter((row) => row.requirement.level === "MUST").length;
  return [
    `- ${rows.length} requirements: ${testable.length} testable, ${rows.length - testable.length} unobservable or planned`,
    `- ${counted.length - unproved.length} of the ${counted.length} testable ones are proved by a case or an invariant`,
    `- ${musts - withoutMutant.length} of their ${musts} MUSTs have a mutant`,
  ];
}

function tableRow({ requirement, cases, invariants, mutants, reason }: CoverageRow, spec: string): string {
  const { id, level, binds, status, document } = requirement;
  const link = `[\`${id}\`](${spec}/${document}#${id.replaceAll(/[^a-z0-9-]/g, "")})`;
  const state = reason ?? status.kind;
  const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join("<br>");
  const proved = cases.length + invariants.length > 0 || reason !== undefined;
  return `| ${link} | ${level} | ${binds.join(", ")} | ${markdownCell(state)} | ${proved ? list(cases) : "**none**"} | ${list(invariants)} | ${list(mutants)} |`;
}

function titleOf(document: string): string {
  return document
    .replace(/\.md$/, "")
    .replaceAll("-", " ")
    .replace(/^./, (letter) => letter.toUpperCase());
}
