/** Reads `extproto.check.yaml`, with the place of everything that is wrong in it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { didYouMean } from "@extproto/schemas";
import { Value } from "#typebox/value";
import { readYaml, treeAt } from "../../../case/yaml-tree.js";
import { type CheckFile, checkFileSchema } from "./schema.js";

/** The name of the file, beside `extension.json`. */
export const checkFileName = "extproto.check.yaml";

/** A check file that cannot be used. The message has one line for each fault: place, what, what instead. */
export class CheckFileError extends Error {
  override readonly name = "CheckFileError";
  readonly code = "CHECK_FILE_INVALID";
}

/** The check file of an extension's folder; an empty one where there is none. */
export async function loadCheckFile(folder: string): Promise<CheckFile> {
  const path = join(folder, checkFileName);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new CheckFileError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  return parseCheckFile(text, path);
}

/** Reads the text of a check file; `path` is only for messages. */
export function parseCheckFile(text: string, path: string): CheckFile {
  const { tree, faults, place } = readYaml(text);
  const at = (offset: number) => {
    const { line, column } = place(offset);
    return `${path}:${line}:${column}`;
  };
  if (faults.length > 0) {
    throw new CheckFileError(faults.map(({ offset, message }) => `${at(offset)}: ${message}`).join("\n"));
  }
  if (tree === undefined) return {};
  const problems = problemsOf(tree.value).map(
    ({ path: inner, message }) => `${at(treeAt(tree, inner).offset)}: ${message}`,
  );
  if (problems.length > 0) throw new CheckFileError(problems.join("\n"));
  return tree.value as CheckFile;
}

/** The tools and commands that a check file names. */
export function namesOf(file: CheckFile): Offered {
  const named = (...fields: readonly (keyof CheckFile)[]) => [
    ...new Set(fields.flatMap((field) => namesIn(file[field]).map(({ name }) => String(name)))),
  ];
  return { tools: named("allow_tools", "tools"), commands: named("allow_commands", "commands") };
}

/** What an extension was seen to register. */
export interface Offered {
  readonly tools: readonly string[];
  readonly commands: readonly string[];
}

/**
 * Checks the names of tools and commands in the check file of a folder. Throws a {@link CheckFileError} where the
 * extension registers nothing of that name: what was written for it would never be used.
 */
export async function checkNames(folder: string, offered: Offered): Promise<void> {
  const path = join(folder, checkFileName);
  const text = await readFile(path, "utf8").catch(() => "");
  const problems = misnamed(text, path, offered);
  if (problems.length > 0) throw new CheckFileError(problems.join("\n"));
}

/** The names in the text of a check file that the extension does not register, one line each. */
export function misnamed(text: string, path: string, { tools, commands }: Offered): readonly string[] {
  const { tree, place } = readYaml(text);
  if (tree === undefined) return [];
  const file = tree.value as CheckFile;
  const places: readonly { kind: string; field: keyof CheckFile; known: readonly string[] }[] = [
    { kind: "tool", field: "allow_tools", known: tools },
    { kind: "tool", field: "tools", known: tools },
    { kind: "command", field: "allow_commands", known: commands },
    { kind: "command", field: "commands", known: commands },
  ];
  return places.flatMap(({ kind, field, known }) =>
    namesIn(file[field]).flatMap(({ name, segment }) => {
      if (known.includes(name)) return [];
      const { line, column } = place(treeAt(tree, [field, segment]).offset);
      const all = known.length === 0 ? `it registers none` : `it registers ${known.join(", ")}`;
      const guess = didYouMean(name, known) ?? all;
      return [
        `${path}:${line}:${column}: the extension registers no ${kind} ${JSON.stringify(name)}; ${guess}`,
      ];
    }),
  );
}

/** The names in a list, or those that a mapping is by. */
function namesIn(value: CheckFile[keyof CheckFile]): readonly { name: string; segment: string | number }[] {
  if (Array.isArray(value)) return value.map((name, segment) => ({ name, segment }));
  if (typeof value !== "object") return [];
  return Object.keys(value).map((name) => ({ name, segment: name }));
}

interface Problem {
  readonly path: readonly string[];
  readonly message: string;
}

function problemsOf(value: unknown): readonly Problem[] {
  if (Value.Check(checkFileSchema, value)) return [];
  const problems: Problem[] = [];
  for (const error of Value.Errors(checkFileSchema, value)) {
    const path = error.instancePath.split("/").slice(1).map(unescaped);
    // The false schema of an unknown field and the branches of a union say nothing that a person can use.
    if (error.keyword === "boolean") continue;
    if (error.keyword === "additionalProperties") {
      const { additionalProperties: names } = error.params as { additionalProperties: readonly string[] };
      for (const name of names) problems.push({ path: [...path, name], message: unknownField(name, path) });
      continue;
    }
    if (path[0] === "allow_tools" || path[0] === "allow_commands") {
      if (error.keyword !== "anyOf") continue;
      problems.push({ path, message: `${path[0]} is true, false or a list of names` });
      continue;
    }
    problems.push({ path, message: `${path.join(".") || "the file"} ${error.message}` });
  }
  return problems;
}

function unescaped(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

function unknownField(name: string, path: readonly string[]): string {
  const known =
    path[0] === "tools"
      ? ["valid", "minimal", "invalid"]
      : path[0] === "commands"
        ? ["args"]
        : Object.keys(checkFileSchema.properties);
  const guess = didYouMean(name, known);
  return `${name} is no field of ${path.length === 0 ? "this file" : path.join(".")}; ${guess ?? `known: ${known.join(", ")}`}`;
}
