/** What `ext install` is given: a directory or a git repository. */
import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isSafeName } from "../../extensions/manifest.js";
import { ExtFailure } from "./failure.js";

/** Where an extension comes from, and the directory it gets. */
export type Source =
  | { readonly kind: "directory"; readonly path: string; readonly folder: string }
  | { readonly kind: "repository"; readonly url: string; readonly folder: string };

/** Tells a repository from a directory by its form. */
export function parseSource(given: string, cwd: string): Source {
  const isUrl = /^(?:https?|ssh|git|file):\/\//.test(given) || given.startsWith("git@");
  if (isUrl || given.endsWith(".git")) {
    const last =
      given
        .replace(/\/+$/, "")
        .split(/[/:\\]/)
        .at(-1) ?? "";
    const path = resolve(cwd, given);
    // Git ignores --depth for plain paths, not for URLs.
    const url = !isUrl && existsSync(path) ? pathToFileURL(path).href : given;
    return { kind: "repository", url, folder: checkFolder(last.replace(/\.git$/, ""), given) };
  }
  const path = resolve(cwd, given);
  return { kind: "directory", path, folder: checkFolder(basename(path), given) };
}

function checkFolder(folder: string, given: string): string {
  if (isSafeName(folder)) return folder;
  throw new ExtFailure("EXT_CLI_BAD_SOURCE", `${JSON.stringify(given)} gives no name for a directory`);
}
