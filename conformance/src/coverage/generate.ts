/**
 * Writes what is generated from the kit's definitions: `report.schema.json`, `profile.schema.json`, and in
 * docs/reference the coverage matrix and the references of cases, profiles and check files. With `--check` it says
 * which are stale; with `--gate` it fails where a testable requirement has no proof or a testable MUST no mutant.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { requirements } from "../case/register.js";
import { readCases } from "../check/kit-cases.js";
import { invariants } from "../judge/invariants/registry.js";
import { readMutants } from "../mutants/table.js";
import { reportSchemaText } from "../report/publish.js";
import { profileSchemaText } from "./host-profile-page.js";
import { type CoverageRow, coverageMatrix, gapsIn, type Proofs } from "./matrix.js";
import { coveragePage } from "./page.js";
import { referencePages } from "./reference-pages.js";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The generated files, with what they should hold. */
export function generatedFiles(rows: readonly CoverageRow[]): ReadonlyMap<string, string> {
  return new Map([
    [at("../../report.schema.json"), reportSchemaText()],
    [at("../../profile.schema.json"), profileSchemaText()],
    [at("../../../docs/reference/coverage.md"), coveragePage(rows, "../../spec")],
    ...[...referencePages()].map(
      ([name, text]) => [at(`../../../docs/reference/${name}`), text] as [string, string],
    ),
  ]);
}

/** What proves requirements in the kit as it is. */
export async function kitProofs(): Promise<Proofs> {
  return { cases: readCases([]).cases, invariants, mutants: await readMutants() };
}

/** The coverage matrix of the kit as it is. */
export async function kitCoverage(): Promise<readonly CoverageRow[]> {
  return coverageMatrix(requirements().values(), await kitProofs());
}

/** Writes the files, or compares them; gives the exit code. */
export async function generateReference(args: readonly string[]): Promise<number> {
  const check = args.includes("--check");
  const rows = await kitCoverage();
  const stale = [...generatedFiles(rows)].filter(([path, text]) => held(path) !== text);
  if (!check) {
    for (const [path, text] of stale) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }
  const { unproved, withoutMutant } = gapsIn(rows);
  const gaps = `${unproved.length} testable requirements without proof, ${withoutMutant.length} MUSTs without mutant`;
  if (check && stale.length > 0) {
    const names = stale.map(([path]) => path.slice(at("../../../").length)).join(", ");
    process.stderr.write(`conformance: stale, run \`npm run generate\`: ${names}\n`);
    return 1;
  }
  if (args.includes("--gate") && unproved.length + withoutMutant.length > 0) {
    const lines = [
      ...unproved.map((id) => `  ${id} has no case and no invariant`),
      ...withoutMutant.map((id) => `  ${id} has no mutant`),
    ];
    process.stderr.write(`conformance: ${gaps}\n${lines.join("\n")}\n`);
    return 1;
  }
  process.stdout.write(`conformance: reference ${check ? "is up to date" : "written"}; ${gaps}\n`);
  return 0;
}

function held(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await generateReference(process.argv.slice(2));
}
