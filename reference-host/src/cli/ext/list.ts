/** `ext list`: what is installed, and how it last fared. */
import { logPath, zotHome } from "../../extensions/home.js";
import { installedExtensions } from "./installed.js";
import type { ExtIo } from "./io.js";
import { lastError } from "./last-error.js";
import { plainLine } from "./plain-text.js";

/** One extension in `ext list --json`. */
interface Listed {
  readonly name: string;
  readonly scope: "project" | "global";
  readonly dir: string;
  readonly enabled: boolean;
  readonly version?: string;
  readonly description?: string;
  readonly error?: string;
}

/** Prints the list. */
export function listInstalled(options: { readonly json: boolean }, io: ExtIo): void {
  const home = zotHome({ env: io.env });
  const listed = installedExtensions(io).map((extension): Listed => {
    const { name, scope, dir, manifest } = extension;
    const error = extension.problem ?? lastError(logPath(home, name));
    return {
      name,
      scope,
      dir,
      enabled: manifest !== undefined && manifest.enabled !== false,
      ...(manifest?.version === undefined ? {} : { version: manifest.version }),
      ...(manifest?.description === undefined ? {} : { description: manifest.description }),
      ...(error === undefined ? {} : { error }),
    };
  });
  if (options.json) io.stdout.write(`${JSON.stringify(listed, null, 2)}\n`);
  else if (listed.length === 0) io.stdout.write("No extensions are installed.\n");
  else io.stdout.write(`${table(listed).join("\n")}\n`);
}

function table(listed: readonly Listed[]): string[] {
  const rows = listed.map((extension) => [
    plainLine(extension.name),
    extension.enabled
      ? "enabled"
      : extension.error !== undefined && extension.version === undefined
        ? "broken"
        : "disabled",
    plainLine(extension.version ?? "-"),
    extension.scope,
    plainLine(extension.description ?? ""),
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.flatMap((row, index) => {
    const error = listed[index]?.error;
    const line = row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
    return [line.trimEnd(), ...(error === undefined ? [] : [`  last error: ${plainLine(error)}`])];
  });
}
