/** `npm run generate [-- --check]`: writes the generated files, or says which are stale. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { outputs } from "./outputs.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const ownedFolders = ["json", "generated"];

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function existing(): string[] {
  return ownedFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/")),
  );
}

const check = process.argv.includes("--check");
for (const folder of ownedFolders) mkdirSync(join(root, folder), { recursive: true });
const files = outputs();
const stale: string[] = [];
for (const [path, content] of files) {
  if (read(join(root, path)) === content) continue;
  stale.push(path);
  if (check) continue;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}
for (const path of existing().filter((candidate) => !files.has(candidate))) {
  stale.push(path);
  if (!check) rmSync(join(root, path));
}
if (!check) {
  console.log(`schemas: ${files.size} files generated, ${stale.length} changed`);
} else if (stale.length > 0) {
  console.error(`schemas: ${stale.length} generated files are stale; run \`npm run generate\`:`);
  for (const path of stale) console.error(`  schemas/${path}`);
  process.exitCode = 1;
} else {
  console.log(`schemas: ${files.size} generated files are up to date`);
}
