/** The extensions of the project and of the user, as they lie on disk. */
import { basename } from "node:path";
import type { ExtensionManifest } from "@extproto/schemas";
import { extensionFolders } from "../../extensions/discovery.js";
import { globalExtensions, projectExtensions, zotHome } from "../../extensions/home.js";
import { isSafeName, readManifest } from "../../extensions/manifest.js";
import { ExtFailure } from "./failure.js";
import type { ExtIo } from "./io.js";

/** One installed extension. `name` is that of the directory where the manifest cannot be used. */
export interface Installed {
  readonly name: string;
  readonly dir: string;
  readonly scope: "project" | "global";
  readonly manifest: ExtensionManifest | undefined;
  /** What is wrong with the manifest. */
  readonly problem: string | undefined;
  /** The directory of the one that is run in its place, since it has the same name and comes first. */
  readonly hiddenBy: string | undefined;
}

/** All of them, those of the project first. */
export function installedExtensions(io: ExtIo): Installed[] {
  const home = zotHome({ env: io.env });
  const project = extensionFolders(projectExtensions(io.cwd)).map((dir) => ({
    dir,
    scope: "project" as const,
  }));
  const global = extensionFolders(globalExtensions(home)).map((dir) => ({ dir, scope: "global" as const }));
  const firstOfName = new Map<string, string>();
  return [...project, ...global].map(({ dir, scope }) => {
    const reading = readManifest(dir);
    if (!reading.ok) {
      const problem = reading.message;
      return { name: basename(dir), dir, scope, manifest: undefined, problem, hiddenBy: undefined };
    }
    const { manifest } = reading;
    const hiddenBy = firstOfName.get(manifest.name);
    if (hiddenBy === undefined) firstOfName.set(manifest.name, dir);
    return { name: manifest.name, dir, scope, manifest, problem: undefined, hiddenBy };
  });
}

/** Refuses names that are paths; nothing on disk is looked at for them. */
export function checkName(name: string): void {
  if (!isSafeName(name)) {
    throw new ExtFailure(
      "EXT_CLI_BAD_NAME",
      `${JSON.stringify(name)} is not a name: it cannot be or contain a path`,
    );
  }
}

/** The extension of that name, by manifest or by directory, of the project before the user's. */
export function findInstalled(name: string, io: ExtIo): Installed {
  checkName(name);
  const all = installedExtensions(io);
  for (const scope of ["project", "global"]) {
    const here = all.filter((extension) => extension.scope === scope);
    const found =
      here.find((extension) => extension.name === name) ??
      here.find((extension) => basename(extension.dir) === name);
    if (found !== undefined) return found;
  }
  throw new ExtFailure(
    "EXT_CLI_NOT_FOUND",
    `no extension ${name} is installed; "ext list" shows those that are`,
  );
}
