/**
 * The packages that the reference host imports, each as one file.
 *
 * Hundreds of mutants are started one after the other, and more than half of a host's start is spent on finding
 * and reading the many small files of its dependencies. They are bundled once for a version of the lock file.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const host = at("../../../reference-host");
const plain = at("../../../node_modules");

/** Another number where the same packages are to be bundled in another way. */
const recipe = "2";

let made: Promise<string | undefined> | undefined;

/** A folder `node_modules` for copies of the host, in a checkout with the bundler; undefined elsewhere. */
export function hostPackages(): Promise<string | undefined> {
  made ??= bundled().catch(() => undefined);
  return made;
}

async function bundled(): Promise<string> {
  const lock = readFileSync(at("../../../package-lock.json"));
  const key = createHash("sha256").update(recipe).update(lock).update(process.version).digest("hex");
  const cache = join(plain, ".cache", "extproto-host-packages");
  const folder = join(cache, key.slice(0, 16));
  if (existsSync(folder)) return folder;
  const { rolldown } = await import("rolldown");
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, "draft-"));
  const { dependencies } = JSON.parse(readFileSync(join(host, "package.json"), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  try {
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith("@extproto/") || !(await bundle(name, draft, rolldown))) link(name, draft);
    }
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function link(name: string, draft: string): void {
  const path = join(draft, name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(join(plain, name), path);
}

/** CommonJS code, comments aside, that asks for its own file, which a bundle does not have. */
const asksForItsFile = /^(?!\s*[*/]).*\b__(?:file|dir)name\b/m;

/**
 * Bundles a package; false where it can only be used as it is. Every name is exported by itself, because names
 * cannot be seen through a bundled CommonJS module.
 */
async function bundle(
  name: string,
  draft: string,
  rolldown: typeof import("rolldown")["rolldown"],
): Promise<boolean> {
  const path = join(draft, name);
  const names = Object.keys((await import(name)) as object);
  const known = names.filter((each) => /^[A-Za-z_$][\w$]*$/.test(each) && each !== "__esModule");
  const entry = join(host, "package-entry.mjs");
  const text = `export { ${known.join(", ")} } from ${JSON.stringify(name)};\n`;
  const build = await rolldown({
    input: { index: entry },
    cwd: host,
    platform: "node",
    logLevel: "silent",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? text : null),
      },
    ],
  });
  const { output } = await build.generate({ format: "esm", entryFileNames: "index.mjs" });
  if (output.some((file) => file.type === "chunk" && asksForItsFile.test(file.code))) {
    await build.close();
    return false;
  }
  mkdirSync(path, { recursive: true });
  await build.write({ dir: path, format: "esm", entryFileNames: "index.mjs" });
  await build.close();
  const manifest = { name, version: "0.0.0", type: "module", exports: { ".": "./index.mjs" } };
  writeFileSync(join(path, "package.json"), JSON.stringify(manifest));
  return true;
}
