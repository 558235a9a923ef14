/** Puts a probe where the host finds it. */
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject, ProbeSpec } from "../../case/format.js";
import { isObject } from "../../case/json.js";
import type { RunFolder } from "../../run/contract.js";

/** The compiled probe; hosts start it with Node alone, so it is the built one also where the kit runs from source. */
export const probeProgram = fileURLToPath(new URL("../../../dist/actors/probe/program.js", import.meta.url));

/** Which probe, and in which run. */
export interface Installation {
  readonly name: string;
  readonly spec: ProbeSpec;
  readonly folder: RunFolder;
  readonly zotHome: string;
  readonly socket: string;
}

/** The folder of the extension; where it lies decides how the host finds it. */
export function extensionFolder({ name, spec, folder, zotHome }: Omit<Installation, "socket">): string {
  const own = spec.folder ?? spec.name ?? name;
  switch (spec.scope ?? "flag") {
    case "project":
      return join(folder.cwd, ".zot", "extensions", own);
    case "global":
      return join(zotHome, "extensions", own);
    default:
      return join(folder.root, "ext", own);
  }
}

/**
 * Writes folder and manifest. Beside the manifest lies `run`, a script that starts the probe too, for manifests
 * whose `exec` is a path inside the folder.
 */
export async function installProbe(installation: Installation): Promise<void> {
  const { name, spec, socket } = installation;
  const dir = extensionFolder(installation);
  await mkdir(spec.linked === true ? dirname(dir) : dir, { recursive: true });
  if (spec.linked === true) {
    const real = join(installation.folder.root, "linked", name);
    await mkdir(real, { recursive: true });
    await symlink(real, dir);
  }
  const script = `#!/bin/sh\nexec "${process.execPath}" "${probeProgram}" "${socket}" "${name}" "$@"\n`;
  await writeFile(join(dir, "run"), script);
  await chmod(join(dir, "run"), 0o755);
  const text = manifestText(installation);
  if (text !== undefined) await writeFile(join(dir, "extension.json"), text);
}

function manifestText({ name, spec, socket }: Installation): string | undefined {
  if (typeof spec.manifest === "string") return spec.manifest === "" ? undefined : spec.manifest;
  const changes: JsonObject = isObject(spec.manifest) ? spec.manifest : {};
  const own = [probeProgram, socket, name];
  const manifest: Record<string, unknown> = {
    name: spec.name ?? name,
    version: spec.version ?? "1.0.0",
    exec: process.execPath,
    args: own,
    ...changes,
  };
  // What the case adds to the arguments comes behind the probe's own, unless it starts the script.
  if (Array.isArray(changes.args) && changes.exec !== "./run") manifest.args = [...own, ...changes.args];
  if (changes.exec === "./run" && changes.args === undefined) manifest.args = undefined;
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete manifest[key];
  }
  return JSON.stringify(manifest, null, 2);
}
