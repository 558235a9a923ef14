/**
 * `node sdks/generator/dist/sdks.js [--check]`: the generated files that this repository keeps.
 *
 * A language takes part as soon as its folder exists: run `extproto generate --lang L --out FOLDER` once.
 */
import { existsSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "./generate.js";
import type { Language } from "./printers/index.js";

const sdks = fileURLToPath(new URL("../../", import.meta.url));

/** Where the files of each language are kept, below `sdks/`. */
export const sdkFolders: Readonly<Partial<Record<Language, string>>> = {
  typescript: "typescript/src/protocol",
  python: "python/src/extproto/_generated",
  go: "go/protocol",
  rust: "rust/src/protocol",
  java: "java/src",
};

/** Generates all of them, or with `check` compares; gives the exit code. */
export async function generateSdks(options: { readonly check: boolean }): Promise<number> {
  let stale = 0;
  for (const [language, folder] of Object.entries(sdkFolders)) {
    const out = `${sdks}${folder}`;
    if (!existsSync(out)) continue;
    const { differences } = await generate({ language: language as Language, out, check: options.check });
    for (const { path, kind } of differences) {
      const shown = relative(process.cwd(), `${out}/${path}`);
      if (!options.check) console.log(kind === "stale" ? `removed ${shown}` : `wrote ${shown}`);
      else {
        console.error(`${shown} is ${kind}; run \`npm run generate\``);
        stale++;
      }
    }
  }
  return stale === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await generateSdks({ check: process.argv.includes("--check") });
