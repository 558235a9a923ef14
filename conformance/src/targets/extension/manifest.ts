/** Reads the manifest of the extension that is checked, as its author wrote it. */
import { readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { checkDocument, sentence } from "@extproto/schemas";
import { isObject, type JsonObject } from "../../case/json.js";

/** A folder that cannot be checked at all; the message says what to do. */
export class ExtensionFolderError extends Error {
  override readonly name = "ExtensionFolderError";
  readonly code: "EXTENSION_FOLDER_MISSING" | "EXTENSION_MANIFEST_MISSING";

  constructor(code: ExtensionFolderError["code"], message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** What the manifest says. */
export interface ReadManifest {
  /** The extension's folder, absolute. */
  readonly folder: string;
  readonly basename: string;
  readonly name: string;
  readonly version?: string;
  /** What is wrong with it under the rules for its author; empty where nothing is. */
  readonly problems: readonly string[];
  /** How to start the extension; absent where no host could. */
  readonly start?: {
    readonly exec: string;
    readonly args: readonly string[];
    readonly env: readonly string[];
  };
}

/** Reads `extension.json` of a folder. */
export async function readManifest(path: string): Promise<ReadManifest> {
  const folder = resolve(path);
  const common = { folder, basename: basename(folder) };
  const text = await readText(join(folder, "extension.json"), folder);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const problems = [`extension.json is not JSON: ${(error as Error).message}`];
    return { ...common, name: common.basename, problems };
  }
  const checked = checkDocument("manifest.extension", value, { mode: "emit" });
  const problems = checked.ok
    ? []
    : checked.problems.map((problem) => `extension.json: ${sentence(problem)}`);
  const fields: JsonObject = isObject(value) ? value : {};
  const { name, version, exec } = fields;
  // What a host has to refuse, the kit does not start either.
  const usable = checkDocument("manifest.extension", value).ok;
  return {
    ...common,
    name: typeof name === "string" && name !== "" ? name : common.basename,
    ...(typeof version === "string" ? { version } : {}),
    problems,
    ...(usable && typeof exec === "string" && exec !== ""
      ? { start: { exec, args: strings(fields.args), env: strings(fields.env) } }
      : {}),
  };
}

async function readText(file: string, folder: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOTDIR" || !(await isFolder(folder));
    throw missing
      ? new ExtensionFolderError(
          "EXTENSION_FOLDER_MISSING",
          `${folder} is no folder; give the folder of an extension, the one with extension.json`,
          error,
        )
      : new ExtensionFolderError(
          "EXTENSION_MANIFEST_MISSING",
          `${folder} has no extension.json; an extension's folder has one with at least "name" and "exec"`,
          error,
        );
  }
}

async function isFolder(path: string): Promise<boolean> {
  const { stat } = await import("node:fs/promises");
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
