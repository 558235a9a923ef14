/**
 * The kit's cases as they were read when the kit was built.
 *
 * To read and check five hundred files of YAML takes a second, which every check would pay before it begins. A case
 * whose text has changed since is read again, and all of them where the reader itself has changed.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Case } from "../case/format.js";
import { caseFiles, idOf, readWholeCase } from "../case/load.js";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const preparedFile = at("../../dist/prepared-cases.json");
const reader = at("../../src/case");

type Prepared = Readonly<Record<string, Omit<Case, "file">>>;
let prepared: Prepared | undefined;

/** Reads a case of the kit; throws a `CaseError` that lists what is wrong. */
export function loadPreparedCase(file: string, root: string): Case {
  prepared ??= readPrepared();
  const source = { id: idOf(file, root), file, text: readFileSync(file, "utf8") };
  const known = prepared[keyOf(source)];
  return known === undefined ? readWholeCase(source) : { ...known, file };
}

/** Reads all cases below a folder and keeps what came of it; for the build. */
export function prepareCases(root: string): void {
  const entries = caseFiles(root).map((file) => {
    const source = { id: idOf(file, root), file, text: readFileSync(file, "utf8") };
    const { file: _, ...kept } = readWholeCase(source);
    return [keyOf(source), kept] as const;
  });
  mkdirSync(dirname(preparedFile), { recursive: true });
  writeFileSync(preparedFile, JSON.stringify(Object.fromEntries(entries)));
}

function keyOf({ id, text }: { readonly id: string; readonly text: string }): string {
  return `${id} ${createHash("sha256").update(text).digest("base64")}`;
}

function readPrepared(): Prepared {
  const made = statSync(preparedFile, { throwIfNoEntry: false })?.mtimeMs;
  if (made === undefined) return {};
  // In a checkout; a package has no sources that could have changed.
  const sources = existsSync(reader) ? readdirSync(reader).map((name) => join(reader, name)) : [];
  if (sources.some((source) => statSync(source).mtimeMs > made)) return {};
  return JSON.parse(readFileSync(preparedFile, "utf8")) as Prepared;
}
