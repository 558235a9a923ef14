/**
 * Writes `report.schema.json` and docs/reference/coverage.md, or with `--check` says which are stale. With `--gate`
 * it fails where a testable requirement has no proof or a testable MUST no mutant, and names them.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { requirements } from "../case/register.js";
import { readCases } from "../check/kit-cases.js";
import { invariants } from "../judge/invariants/registry.js";
import { reportSchemaText } from "../report/publish.js";
import { coverageMatrix, gapsIn } from "./matrix.js";
import { readMutants } from "./mutants.js";
import { coveragePage } from "./page.js";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The generated files, with what they should hold. */
export function generatedFiles(): ReadonlyMap<string, string> {
  return new Map([
    [at("../../report.schema.json"), reportSchemaText()],
    [at("../../../docs/reference/coverage.md"), coveragePage(kitCoverage(), "../../spec")],
  ]);
}

/** The coverage matrix of the kit as it is. */
export function kitCoverage(): ReturnType<typeof coverageMatrix> {
  const { cases } = readCases([]);
  return coverageMatrix(requirements().values(), { cases, invariants, mutants: readMutants() });
}

/** Writes the files, or compares them; gives the exit code. */
export function generateCoverage(args: readonly string[]): number {
  const check = args.includes("--check");
  const stale = [...generatedFiles()].filter(([path, text]) => held(path) !== text);
  if (!check) {
    for (const [path, text] of stale) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }
  const { unproved, withoutMutant } = gapsIn(kitCoverage());
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
  process.stdout.write(`conformance: coverage ${check ? "is up to date" : "written"}; ${gaps}\n`);
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
  process.exitCode = generateCoverage(process.argv.slice(2));
}
