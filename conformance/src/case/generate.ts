/** Writes `case.schema.json` and the tables of `CASES.md`, or with `--check` says what is stale. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withTables } from "./document.js";
import { requirements } from "./register.js";
import { caseSchema } from "./schema.js";

/** Where the published schema lies. */
export const schemaFile = fileURLToPath(new URL("../../case.schema.json", import.meta.url));
/** Where the document for authors of cases lies. */
export const documentFile = fileURLToPath(new URL("../../CASES.md", import.meta.url));

/** The text of the published schema. */
export function schemaText(): string {
  return `${JSON.stringify(caseSchema([...requirements().keys()].sort()), null, 2)}\n`;
}

/** Writes what is generated, or compares it; gives the exit code. */
export function generate(args: readonly string[]): number {
  const outputs = [
    { file: schemaFile, text: schemaText() },
    { file: documentFile, text: withTables(readFileSync(documentFile, "utf8")) },
  ];
  if (!args.includes("--check")) {
    for (const { file, text } of outputs) writeFileSync(file, text);
    return 0;
  }
  const stale = outputs.filter(({ file, text }) => readFileSync(file, "utf8") !== text);
  for (const { file } of stale)
    process.stderr.write(`${file} is stale; run \`node conformance/dist/case/generate.js\`\n`);
  return stale.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = generate(process.argv.slice(2));
