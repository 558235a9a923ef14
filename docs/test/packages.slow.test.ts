import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { type PackageName, PackedPackages, published } from "./packed.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const packages = new PackedPackages();
afterAll(() => packages.remove());

const names = Object.keys(published) as PackageName[];
const filesOf = (name: PackageName) => packages.files.get(name) ?? [];
const textOf = (name: PackageName, file: string) => readFileSync(join(packages.folder(name), file), "utf8");
const example = join(root, "docs/examples/extensions/clock-node");
const long = 120_000;

/** Every file below a folder of the checkout, in the form in which a package lists it. */
function kept(folder: string, below: string): readonly string[] {
  return readdirSync(join(root, folder, below), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, folder).length + 1))
    .sort();
}

describe("what is packed", () => {
  it("is all that the programs read beside their modules", () => {
    const read: readonly (readonly [PackageName, readonly string[]])[] = [
      ["@extproto/spec", ["snapshots"]],
      ["@extproto/conformance", ["cases", "mutants/hosts", "mutants/extensions", "mutants/clients"]],
      ["@extproto/schemas", ["json", "vectors", "generated"]],
      ["@extproto/generator", ["scaffold"]],
    ];
    for (const [name, folders] of read)
      for (const folder of folders)
        expect(
          filesOf(name)
            .filter((file) => file.startsWith(`${folder}/`))
            .sort(),
        ).toEqual(kept(published[name], folder));
    expect(filesOf("@extproto/spec")).toEqual(expect.arrayContaining(["requirements.json", "session.json"]));
    expect(filesOf("@extproto/conformance")).toContain("action.yml");
    expect(filesOf("@extproto/reference-host")).toContain("models.json");
  });

  it.each(names)("is, of %s, neither a test nor a source nor what the build left", (name) => {
    const own = filesOf(name).filter((file) => !file.startsWith("scaffold/"));
    expect(own.filter((file) => /\.test\.|(^|\/)(src|test|bench|scripts)\/|tsbuildinfo/.test(file))).toEqual(
      [],
    );
  });

  it.each(names)("is, of %s, no map of a source that stays at home", (name) => {
    expect(filesOf(name).filter((file) => file.endsWith(".map"))).toEqual([]);
  });

  it.each(names)("of %s imports only what is packed, and packages that it depends on", (name) => {
    const { dependencies = {}, imports = {} } = JSON.parse(textOf(name, "package.json")) as {
      readonly dependencies?: Readonly<Record<string, string>>;
      readonly imports?: Readonly<Record<string, { readonly default: string }>>;
    };
    const isThere = (file: string) => existsSync(join(packages.folder(name), file));
    // Where the bundler is missing, mutants do without it.
    const allowed = new Set([...Object.keys(dependencies), "rolldown"]);
    const missing = filesOf(name)
      .filter((file) => /^(bin|dist|generated)\/.*\.m?js$/.test(file))
      .flatMap((file) =>
        importsOf(textOf(name, file))
          .filter((aim) => {
            if (aim.startsWith(".")) return !isThere(join(dirname(file), aim));
            if (aim.startsWith("#")) return !isThere(imports[aim]?.default ?? aim);
            return !aim.startsWith("node:") && !allowed.has(packageOf(aim));
          })
          .map((aim) => `${file} imports ${aim}`),
      );
    expect(missing).toEqual([]);
  });
});

function importsOf(text: string): readonly string[] {
  const found = text.matchAll(
    /^(?:import|export)\s[^"'\n]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return [...found].map(([, from, bare, lazy]) => from ?? bare ?? lazy ?? "");
}

function packageOf(aim: string): string {
  return aim
    .split("/")
    .slice(0, aim.startsWith("@") ? 2 : 1)
    .join("/");
}

describe("installed, and far from the checkout", () => {
  it(
    "extproto check checks an extension",
    () => {
      const { stdout, status } = packages.run("extproto", [
        "check",
        example,
        "--only",
        "extension/lifecycle/*",
        "--allow-tools",
      ]);
      expect(stdout).toMatch(/^PASS {2}extension clock-node/m);
      expect(status).toBe(0);
    },
    long,
  );

  it(
    "extproto check counts what a release of the specification froze",
    () => {
      const { stdout, status } = packages.run("extproto", [
        ...["check", example, "--only", "extension/lifecycle/hello-*", "--spec", "1.0"],
      ]);
      expect(stdout).toMatch(/^PASS {2}extension clock-node/m);
      expect(status).toBe(0);
    },
    long,
  );

  it(
    "extproto check --host takes the profile of the reference host that is installed beside it",
    () => {
      const profile = join(packages.folder("@extproto/conformance"), "profiles/reference-host.yaml");
      const { stdout, status } = packages.run("extproto", [
        ...["check", "--host", profile, "--only", "host/{rpc/hello,lifecycle/ack-first}"],
      ]);
      expect(stdout).toMatch(/^PASS {2}host reference-host: 2 pass/m);
      expect(status).toBe(0);
    },
    long,
  );

  it("extproto list and extproto explain know cases, requirements and mutants", () => {
    const list = packages.run("extproto", ["list", "--for", "host"]);
    expect(list.stdout).toContain("host/rpc/hello");
    expect(list.status).toBe(0);
    const explain = packages.run("extproto", ["explain", "ext.intercept.first-block-wins"]);
    expect(explain.stdout).toContain("asks-on-after-a-block");
    expect(explain.status).toBe(0);
  });

  it(
    "extproto mutants breaks an extension, and the case that it names kills it",
    () => {
      const { stdout, stderr, status } = packages.run("extproto", [
        "mutants",
        "--extension",
        "--only",
        "forgets-the-id",
      ]);
      expect(stdout, stderr).toMatch(/killed/);
      expect(status).toBe(0);
    },
    long,
  );

  it("extproto generate writes the types of a language", () => {
    const { status } = packages.run("extproto", ["generate", "--lang", "go", "--out", "generated-go"]);
    expect(status).toBe(0);
    expect(
      readdirSync(join(packages.path, "generated-go")).filter((name) => name.endsWith(".go")),
    ).not.toEqual([]);
  });

  it("extproto-host prints its version", () => {
    const { stdout, status } = packages.run("extproto-host", ["--version"]);
    expect(stdout).toContain(JSON.parse(textOf("@extproto/reference-host", "package.json")).version);
    expect(status).toBe(0);
  });
});

/** A folder with a program of this name that is found before the real one. */
function standIn(name: string, script: string): string {
  const folder = join(packages.path, `stand-in-${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}`);
  chmodSync(join(folder, name), 0o755);
  return folder;
}

/** What a package manager would fetch is put in its place without a network. */
function standIns(): readonly string[] {
  const modules = join(packages.path, "node_modules");
  const link = (name: string) => `ln -s "${join(modules, name)}" node_modules/${name}\n`;
  return [
    standIn(
      "npm",
      `[ "$*" = install ] || exit 64
mkdir -p node_modules/@extproto node_modules/@types
${["@extproto/sdk", "@types/node", "typescript"].map(link).join("")}`,
    ),
    standIn(
      "python3",
      `if [ "$1 $2" = "-m pip" ]; then exec cp -r "${join(root, "sdks/python/src/extproto")}" .; fi
PATH=\${PATH#*stand-in-python3:}; exec python3 "$@"
`,
    ),
  ];
}

describe("extproto new, installed, writes an extension that passes at once:", () => {
  it.each([
    { language: "typescript", raw: true },
    { language: "python", raw: true },
    { language: "typescript", raw: false },
    { language: "python", raw: false },
  ])(
    "$language, raw: $raw",
    ({ language, raw }) => {
      const name = `${language}${raw ? "-raw" : ""}`;
      const options = { standIns: standIns() };
      const made = packages.run(
        "extproto",
        ["new", name, "--lang", language, ...(raw ? ["--raw"] : [])],
        options,
      );
      expect(made.stderr).toBe("");
      expect(made.status).toBe(0);
      if (!raw) {
        const [file, dependency] =
          language === "typescript"
            ? ["package.json", '"@extproto/sdk": "0.1.0"']
            : ["requirements.txt", "extproto==0.1.0"];
        expect(readFileSync(join(packages.path, name, file), "utf8")).toContain(dependency);
        expect(existsSync(join(packages.path, name, ".gitignore"))).toBe(true);
        expect(existsSync(join(packages.path, name, "gitignore"))).toBe(false);
      }
      const { stdout, status } = packages.run(
        "extproto",
        ["check", `./${name}`, "--allow-tools", "--only", "extension/{lifecycle/*,tools/valid-call}"],
        options,
      );
      expect(stdout).toMatch(new RegExp(`^PASS {2}extension ${name} `, "m"));
      expect(status).toBe(0);
    },
    long,
  );
});
