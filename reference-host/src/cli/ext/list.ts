/** `ext list`: what is installed, and how it last fared. */
import { logPath, zotHome } from "../../extensions/home.js";
import { type Installed, installedExtensions } from "./installed.js";
import type { ExtIo } from "./io.js";
import { lastError } from "./last-error.js";
import { plainLine } from "./plain-text.js";

/** One extension in `ext list --json`. */
interface Listed {
  readonly name: string;
  readonly state: "enabled" | "disabled" | "hidden" | "broken";
  readonly scope: "project" | "global";
  readonly dir: string;
  readonly enabled: boolean;
  readonly version?: string;
  readonly description?: string;
  readonly error?: string;
  /** The directory of the extension of the same name that is run in its place. */
  readonly hidden_by?: string;
}

/** Prints the list. */
export function listInstalled(options: { readonly json: boolean }, io: ExtIo): void {
  const home = zotHome({ env: io.env });
  const listed = installedExtensions(io).map((extension): Listed => {
    const { name, scope, dir, manifest, hiddenBy } = extension;
    // What is hidden does not run: how it fared before is of no use.
    const error =
      extension.problem ?? (hiddenBy === undefined ? lastError(logPath(home, name), dir) : undefined);
    return {
      name,
      state: stateOf(extension),
      scope,
      dir,
      enabled: manifest !== undefined && manifest.enabled !== false,
      ...(manifest?.version === undefined ? {} : { version: manifest.version }),
      ...(manifest?.description === undefined ? {} : { description: manifest.description }),
      ...(error === undefined ? {} : { error }),
      ...(hiddenBy === undefined ? {} : { hidden_by: hiddenBy }),
    };
  });
  if (options.json) io.stdout.write(`${JSON.stringify(listed, null, 2)}\n`);
  else if (listed.length === 0) io.stdout.write("No extensions are installed.\n");
  else io.stdout.write(`${table(listed).join("\n")}\n`);
}

function table(listed: readonly Listed[]): string[] {
  const rows = listed.map((extension) => [
    plainLine(extension.name),
    extension.state,
    plainLine(extension.version ?? "-"),
    extension.scope,
    plainLine(extension.description ?? ""),
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.flatMap((row, index) => {
    const { error, hidden_by: hiddenBy } = listed[index] ?? {};
    const line = row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
    return [
      line.trimEnd(),
      ...(hiddenBy === undefined ? [] : [`  not run: ${plainLine(hiddenBy)} has the same name`]),
      ...(error === undefined ? [] : [`  last error: ${plainLine(error)}`]),
    ];
  });
}

function stateOf({ manifest, hiddenBy }: Installed): Listed["state"] {
  if (hiddenBy !== undefined) return "hidden";
  if (manifest === undefined) return "broken";
  return manifest.enabled === false ? "disabled" : "enabled";
}
