/** Reads `extension.json` and says what is wrong with it, for the person who has to mend it. */
import { isAbsolute, join, resolve } from "node:path";
import { checkDocument, type ExtensionManifest, sentence } from "@extproto/schemas";
import { NotRegularFile, readRegularFile } from "../files/regular-file.js";

/** Name of the manifest in an extension's directory. */
export const manifestFile = "extension.json";

/** A manifest, or why there is none. */
export type ManifestReading =
  | { readonly ok: true; readonly manifest: ExtensionManifest; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** Reads the manifest of the extension in `dir`. */
export function readManifest(dir: string): ManifestReading {
  const path = join(dir, manifestFile);
  let text: string;
  try {
    text = readRegularFile(path).toString("utf8");
  } catch (error) {
    return { ok: false, message: `${path}: ${unreadable(error)}` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return {
      ok: false,
      message: `${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  const checked = checkDocument("manifest.extension", value);
  if (!checked.ok) return { ok: false, message: `${path}: ${checked.problems.map(sentence).join("; ")}` };
  const { name } = checked.value;
  if (!isSafeName(name)) {
    return {
      ok: false,
      message: `${path}: /name is ${JSON.stringify(name)}: it cannot have slashes, backslashes or control characters, nor be . or ..`,
    };
  }
  return { ok: true, manifest: checked.value, text };
}

function unreadable(error: unknown): string {
  if (error instanceof NotRegularFile) return `the manifest cannot be read: ${error.message}`;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT" || code === "ENOTDIR") return "there is no manifest";
  return `the manifest cannot be read (${code ?? String(error)})`;
}

/** A name becomes part of a path and is shown to the user, so it can neither lead elsewhere nor disturb a terminal. */
export function isSafeName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return name !== "" && name !== "." && name !== ".." && !/[/\\\u0000-\u001f\u007f-\u009f]/.test(name);
}

/** The program to start: paths are the manifest's, bare words are looked up in PATH. */
export function resolveExec(dir: string, exec: string): string {
  if (isAbsolute(exec)) return exec;
  const isPath = exec.includes("/") || (process.platform === "win32" && exec.includes("\\"));
  return isPath ? resolve(dir, exec) : exec;
}
