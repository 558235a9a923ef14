/** Enforces the import rule of docs/architecture.md. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What each folder may import of the others. The longest matching folder counts. */
const packageRule: Readonly<Record<string, readonly string[]>> = {
  "schemas/src": [],
  "spec/src": ["schemas"],
  "reference-host/src": ["schemas"],
  "conformance/src": ["schemas", "spec"],
  "conformance/src/cli": ["schemas", "spec", "sdks"],
  "conformance/src/mutants": ["schemas", "spec", "reference-host"],
  "sdks/generator": ["schemas"],
  "sdks/typescript": ["schemas"],
};

/** Inside the host: what a folder may not import. */
const hostRule: Readonly<Record<string, readonly string[]>> = {
  wire: ["extensions", "agent", "providers", "tools", "modes", "cli", "runtime"],
  extensions: ["agent", "providers", "tools", "modes", "cli", "runtime"],
  agent: ["extensions", "providers", "modes", "cli", "runtime"],
  providers: ["extensions", "tools", "modes", "cli", "runtime", "agent"],
  tools: ["extensions", "providers", "modes", "cli", "runtime", "agent"],
};

interface Import {
  readonly file: string;
  readonly target: string;
}

function sources(folder: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.m?[jt]s$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'`]([^"'`]+)["'`]/g)].map((match) => ({
    file,
    target: match[1] as string,
  }));
}

/** The packages whose folder is called otherwise. */
const folderOf: Readonly<Record<string, string>> = { generator: "sdks", sdk: "sdks" };

/** The package of the project that an import reaches, if it is another one. */
function reaches({ file, target }: Import): string | undefined {
  const own = file.split("/")[0] as string;
  const scoped = /^@extproto\/([a-z-]+)/.exec(target)?.[1];
  if (scoped !== undefined) {
    const folder = folderOf[scoped] ?? scoped;
    return folder === own ? undefined : folder;
  }
  if (!target.startsWith(".")) return undefined;
  const path = relative(root, join(root, dirname(file), target)).split(sep)[0] as string;
  return path === own ? undefined : path;
}

describe("no package imports another that the architecture does not allow", () => {
  it.each(Object.keys(packageRule))("%s", (folder) => {
    const nested = Object.keys(packageRule).filter(
      (other) => other !== folder && other.startsWith(`${folder}/`),
    );
    const wrong = sources(folder)
      .filter((file) => !nested.some((other) => file.startsWith(`${other}/`)))
      .flatMap(importsOf)
      .filter((entry) => {
        const reached = reaches(entry);
        return reached !== undefined && !packageRule[folder]?.includes(reached);
      });
    expect(wrong).toEqual([]);
  });
});

it("the table in architecture.md says what is enforced", () => {
  const rows = readFileSync(join(root, "docs/architecture.md"), "utf8")
    .split("\n")
    .filter((line) => /^\| `[a-z-]+\/` \|/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const stated = Object.fromEntries(
    rows.map(([, folder, , allowed]) => [
      (folder as string).replaceAll(/[`/]/g, ""),
      [...((allowed as string).split(";")[0]?.matchAll(/`([a-z-]+)`/g) ?? [])].map((match) => match[1]),
    ]),
  );
  expect(stated).toMatchObject({
    schemas: packageRule["schemas/src"],
    spec: packageRule["spec/src"],
    "reference-host": packageRule["reference-host/src"],
    conformance: packageRule["conformance/src"],
    sdks: packageRule["sdks/generator"],
  });
});

describe("inside the host, no folder imports one that it may not know", () => {
  it.each(Object.keys(hostRule))("%s", (folder) => {
    const wrong = sources(`reference-host/src/${folder}`)
      .flatMap(importsOf)
      .filter(({ file, target }) => {
        if (!target.startsWith(".")) return false;
        const path = relative(join(root, "reference-host/src"), join(root, dirname(file), target)).split(sep);
        const contract = path.join("/") === "agent/contract.js";
        return hostRule[folder]?.includes(path[0] as string) === true && !contract;
      });
    expect(wrong).toEqual([]);
  });
});

describe("the decoders", () => {
  it("load neither typebox nor ajv", () => {
    const wrong = sources("schemas/src/decode").filter((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return /^import (?!type)[^;]*["'](typebox|ajv|\.\.\/definitions|\.\.\/define)/m.test(text);
    });
    expect(wrong).toEqual([]);
  });
});

describe("every link between the project's documents", () => {
  const documents = [
    "",
    "docs",
    "docs/guides",
    "docs/reference",
    "schemas",
    "conformance",
    "reference-host",
    "sdks",
    "sdks/generator",
    "sdks/typescript",
    "sdks/python",
    "sdks/go",
    "sdks/rust",
    "sdks/java",
  ].flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder))
          .filter((name) => name.endsWith(".md"))
          .map((name) => join(folder, name))
      : [],
  );

  it.each(documents)("in %s leads to a file", (document) => {
    const text = readFileSync(join(root, document), "utf8").replaceAll(/```[\s\S]*?```/g, "");
    const dead = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map((match) => match[1] as string)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(document), target)));
    expect(dead).toEqual([]);
  });
});

describe("the list of dependencies", () => {
  it("has a line for each package that a manifest names", () => {
    const text = readFileSync(join(root, "docs/dependencies.md"), "utf8");
    const named = [
      "",
      "schemas",
      "spec",
      "reference-host",
      "conformance",
      "sdks/generator",
      "sdks/typescript",
      "docs",
    ].flatMap((folder) => {
      const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Record<
        string,
        Record<string, string> | undefined
      >;
      return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    });
    const missing = named.filter(([name, version]) => {
      if (name.startsWith("@extproto/")) return false;
      return name.startsWith("@types/") ? !text.includes(name) : !text.includes(`${name} ${version}`);
    });
    expect(missing).toEqual([]);
  });
});
