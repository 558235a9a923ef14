import { existsSync } from "node:fs";
import { join } from "node:path";
import { NotRegularFile, readRegularFile } from "../files/regular-file.js";
import { ProviderSetupError } from "./setup-error.js";

/** A file of the user's. */
export interface HomeFile {
  /** `$ZOT_HOME`; undefined reads nothing. */
  readonly home: string | undefined;
  readonly file: string;
  /** What it is called where the file is no JSON object. */
  readonly code: "AUTH_FILE_INVALID" | "CONFIG_FILE_INVALID";
}

/** The object in a JSON file under `$ZOT_HOME`; an empty one where there is no such file. */
export function readHomeFile({ home, file, code }: HomeFile): Readonly<Record<string, unknown>> {
  const path = home === undefined ? undefined : join(home, file);
  if (path === undefined || !existsSync(path)) return {};
  let why = "is not a JSON object";
  try {
    const value: unknown = JSON.parse(readRegularFile(path).toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (error) {
    // The parser's message is not shown: it quotes the text, and the text may be a key.
    if (error instanceof NotRegularFile) why = `cannot be used: ${error.message}`;
  }
  throw new ProviderSetupError(code, {
    message: `${path} ${why}`,
    hint: "Correct the file or remove it.",
  });
}
