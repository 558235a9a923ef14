/** Finds extensions: those named on the command line, then the project's, then the user's. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

const { ZOT_HOME, XDG_STATE_HOME } = process.env;

/** The user's folder, seen from where the host was started. */
export const zotHome = resolve(ZOT_HOME || join(XDG_STATE_HOME || join(homedir(), ".local/state"), "zot"));

const isText = (value) => typeof value === "string";
const types = {
  ...{ name: isText, exec: isText, version: isText, description: isText },
  args: (value) => Array.isArray(value) && value.every(isText),
  env: (value) => Array.isArray(value) && value.every(isText),
  enabled: (value) => typeof value === "boolean",
};

/** Folders with a manifest that can be used and is not disabled; the first of a name wins. */
export function findExtensions({ explicit, discover, report }) {
  const found = discover
    ? [join(process.cwd(), ".zot/extensions"), join(zotHome, "extensions")].flatMap(foldersIn)
    : [];
  const names = new Set();
  return [...explicit, ...found].flatMap((dir) => {
    try {
      const manifest = JSON.parse(readFileSync(join(dir, "extension.json"), "utf8"));
      const { name, exec, enabled } = manifest;
      const wrong = Object.keys(types).find(
        (field) => manifest[field] != null && !types[field](manifest[field]),
      );
      if (wrong !== undefined) throw new Error(`its ${wrong} is of another type`);
      if (!/^[A-Za-z0-9][A-Za-z0-9._ -]*$/.test(name ?? ""))
        throw new Error("its name is missing or not safe");
      if (!exec) throw new Error("it has no exec");
      if (names.has(name)) return [];
      names.add(name);
      if (enabled === false && explicit.includes(dir)) report(`${name} is disabled`);
      return enabled === false ? [] : [{ dir, manifest }];
    } catch (error) {
      report(`${dir}: ${error.message}`);
      return [];
    }
  });
}

function foldersIn(parent) {
  try {
    const dirs = readdirSync(parent)
      .sort()
      .map((name) => join(parent, name));
    return dirs.filter((dir) => statSync(dir, { throwIfNoEntry: false })?.isDirectory());
  } catch {
    return [];
  }
}
