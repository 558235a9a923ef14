/** Writes `requirements.json` and the diagram in lifecycle.md, or with `--check` says which are stale. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { specVersion } from "@extproto/schemas";
import { readRegister, specFolder } from "./register.js";
import { readSession, withDiagram } from "./session.js";

const check = process.argv.includes("--check");
const register = readRegister();
for (const { document, line, message } of register.faults)
  console.error(`spec/${document}:${line}: ${message}`);
if (register.faults.length > 0) process.exit(1);

const requirements = register.requirements.map(({ line: _line, ...requirement }) => requirement);
const lifecycle = readFileSync(join(specFolder, "lifecycle.md"), "utf8");
const files = new Map([
  ["requirements.json", `${JSON.stringify({ version: specVersion, requirements }, null, 2)}\n`],
  ["lifecycle.md", withDiagram(lifecycle, readSession())],
]);

const stale: string[] = [];
for (const [name, content] of files) {
  let held = "";
  try {
    held = readFileSync(join(specFolder, name), "utf8");
  } catch {
    // It is not there yet.
  }
  if (held === content) continue;
  stale.push(name);
  if (!check) writeFileSync(join(specFolder, name), content);
}
if (check && stale.length > 0) {
  console.error(`spec: stale, run \`npm run generate\`: ${stale.map((name) => `spec/${name}`).join(", ")}`);
  process.exitCode = 1;
} else {
  console.log(`spec: ${requirements.length} requirements${check ? ", generated files are up to date" : ""}`);
}
