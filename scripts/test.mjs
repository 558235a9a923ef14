/**
 * `npm test`: set-up, then everything that has to hold before a change lands.
 * Arguments go to vitest: `npm test -- schemas` runs the tests whose path contains "schemas".
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, run, seconds, setup, tool, tsc } from "./setup.mjs";

const from = performance.now();
const args = process.argv.slice(2);
setup();

/** The checks that are not tests, each with the command that a person would type. */
const checks = [
  [
    "generated files",
    "npm run generate -- --check",
    () => run(process.execPath, ["scripts/generate.mjs", "--check"]),
  ],
  ["types of the tests", "npx tsc -p tsconfig.test.json", () => tool(tsc, ["-p", "tsconfig.test.json"])],
  ["lint and format", "npm run lint", () => tool("@biomejs/biome/bin/biome", ["check", "."])],
];

let failed = 0;
if (args.length === 0) {
  for (const [name, command, check] of checks) {
    const start = performance.now();
    const ok = check() === 0;
    if (!ok) failed++;
    console.log(`${ok ? "ok" : "FAILED"}  ${name} (${seconds(start)})${ok ? "" : `; try \`${command}\``}`);
  }
}

const report = join(root, "node_modules", ".setup", "tests.json");
rmSync(report, { force: true });
const status = tool(
  "vitest/vitest.mjs",
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args],
  { show: true },
);
let passed = args.length === 0 ? checks.length - failed : 0;
let broken = failed;
let skipped = 0;
try {
  const results = JSON.parse(readFileSync(report, "utf8"));
  passed += results.numPassedTests;
  broken += results.numFailedTests;
  skipped += results.numPendingTests + results.numTodoTests;
} catch {
  broken += 1;
}
console.log(`\nall checks and tests took ${seconds(from)}`);
console.log(`${passed} passed, ${broken} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(status !== 0 || failed > 0 || broken > 0 ? 1 : 0);
