/** What `list_extensions` and the user see of each extension. */
import type { ExtensionInfo } from "@extproto/schemas";
import type { CommandListing, Extension } from "./contract.js";
import type { Found } from "./discovery.js";
import type { AttributedTool } from "./ownership.js";

/** What a listing is made of. */
export interface ListingParts {
  readonly found: readonly Found[];
  readonly extensions: readonly Extension[];
  readonly tools: readonly AttributedTool[];
  readonly commands: readonly CommandListing[];
}

/** All that was found, in load order; copies that another of the same name hides are left out. */
export function listExtensions(parts: ListingParts): ExtensionInfo[] {
  return parts.found.flatMap((found): ExtensionInfo[] => {
    if (found.kind === "hidden") return [];
    if (found.kind === "broken") {
      const { name, dir, scope, message } = found;
      return [{ name, state: "failed", scope, dir, commands: [], tools: [], error: message }];
    }
    const { name, dir, scope, manifest } = found.candidate;
    const extension = parts.extensions.find((running) => running.candidate === found.candidate);
    const error = extension?.lastError;
    return [
      {
        name,
        ...(manifest.version === undefined ? {} : { version: manifest.version }),
        ...(manifest.description === undefined ? {} : { description: manifest.description }),
        state: extension?.state ?? (found.kind === "disabled" ? "disabled" : "stopped"),
        scope,
        dir,
        commands: parts.commands.flatMap((command) => (command.extension === name ? [command.name] : [])),
        tools: parts.tools.flatMap((tool) => (tool.extension === name ? [tool.name] : [])),
        ...(error === undefined ? {} : { error }),
      },
    ];
  });
}
