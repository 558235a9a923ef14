/** `npm run generate [-- --check]`: everything that is generated from the definitions and the spec. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build, root, run, setup } from "./setup.mjs";

const args = process.argv.slice(2);
const unknown = args.find((arg) => arg !== "--check");
if (unknown !== undefined) {
  console.error(`generate: unknown option ${unknown}; it takes --check or nothing`);
  process.exit(2);
}
// A case may cite a requirement that is not in the register yet.
setup({ quiet: true, cases: false });
let cases = false;
let failed = false;
for (const generator of [
  "schemas/dist/generate/cli.js",
  "spec/dist/generate.js",
  "docs/scripts/frame-reference.mjs",
  "conformance/dist/case/generate.js",
  "conformance/dist/coverage/generate.js",
  "sdks/generator/dist/sdks.js",
]) {
  if (!existsSync(join(root, generator))) continue;
  if (run(process.execPath, [join(root, generator), ...args], { show: true }) !== 0) failed = true;
  cases ||= generator.startsWith("spec/");
  if (!args.includes("--check")) build({ quiet: true, cases });
}
process.exit(failed ? 1 : 0);
