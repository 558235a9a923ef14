/** The broken extensions, and the strange ones, with which the kit's own cases are tested. */
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "../../case/json.js";

/** An extension that differs from the conforming one in one thing. */
export interface ExtensionVariant {
  readonly name: string;
  readonly doc: string;
  /** Its program, relative to the table. */
  readonly program: string;
  /** Fields of the manifest that differ; null leaves one out. */
  readonly manifest?: JsonObject;
}

/** An extension that breaks one requirement. */
export interface ExtensionMutant extends ExtensionVariant {
  /** The requirement that it breaks. */
  readonly breaks: string;
  /** The case that exists to catch it. */
  readonly case: string;
}

/** An extension that only one transform shows to be broken. */
export interface TransformMutant extends ExtensionMutant {
  /** The transform under which the case fails; without it, and under every other one, the case passes. */
  readonly transform: string;
}

/** The table of mutants. */
export interface MutantTable {
  /** The conforming extension that all of them derive from. */
  readonly base: string;
  readonly mutants: readonly ExtensionMutant[];
  readonly transformed: readonly TransformMutant[];
}

/** How a mutant is checked: nothing needs consent, and one that keeps silent is not waited for long. */
export const mutantOptions = {
  allowTools: true,
  toolTimeout: 1_500,
  bounds: { hello: 3_000, ready_grace: 1_500, intercept: 1_500, shutdown: 1_500 },
} as const;

const folder = fileURLToPath(new URL("../../../mutants/extensions", import.meta.url));

/** Reads the table of mutants. */
export async function extensionMutants(): Promise<MutantTable> {
  return JSON.parse(await readFile(join(folder, "mutants.json"), "utf8")) as MutantTable;
}

/** Reads the table of extensions that are strange, and legal all the same. */
export async function strangeExtensions(): Promise<readonly ExtensionVariant[]> {
  const table = JSON.parse(await readFile(join(folder, "strange.json"), "utf8")) as {
    extensions: readonly ExtensionVariant[];
  };
  return table.extensions;
}

/**
 * Writes a variant as an extension's folder, below the given one, and gives its path. Without a variant it is the
 * conforming extension that all of them derive from.
 */
export async function writeMutant(into: string, mutant?: ExtensionVariant): Promise<string> {
  const path = join(into, mutant?.name ?? "base");
  await mkdir(path, { recursive: true });
  await copyFile(join(folder, "base.mjs"), join(path, "base.mjs"));
  if (mutant === undefined) {
    await writeFile(
      join(path, "main.mjs"),
      'import { Extension, run } from "./base.mjs";\n\nrun(Extension);\n',
    );
  } else await copyFile(join(folder, mutant.program), join(path, `main${extname(mutant.program)}`));
  const manifest: Record<string, unknown> = {
    name: "mutant",
    version: "1.0.0",
    exec: "node",
    args: ["main.mjs"],
    ...mutant?.manifest,
  };
  const fields = Object.entries(manifest).filter(([, value]) => value !== null);
  await writeFile(join(path, "extension.json"), `${JSON.stringify(Object.fromEntries(fields), null, 2)}\n`);
  return path;
}
