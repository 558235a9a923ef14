/**
 * The published packages as somebody has them after an installation: packed by npm and unpacked into a folder
 * `node_modules` that lies outside of the checkout. Packages of others are links, since nothing is downloaded.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Every package that is published, with its folder in the checkout. */
export const published = {
  "@extproto/spec": "spec",
  "@extproto/schemas": "schemas",
  "@extproto/conformance": "conformance",
  "@extproto/reference-host": "reference-host",
  "@extproto/sdk": "sdks/typescript",
  "@extproto/generator": "sdks/generator",
} as const;

/** The name of a published package. */
export type PackageName = keyof typeof published;

/** What a program printed, and its code. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

/** The packages, installed in a folder of their own. */
export class PackedPackages {
  // The real path, because programs print it.
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), "xp-packed-")));
  readonly files: ReadonlyMap<PackageName, readonly string[]>;

  constructor() {
    const modules = join(this.path, "node_modules");
    mkdirSync(modules);
    for (const name of readdirSync(join(root, "node_modules")))
      if (name !== "@extproto" && !name.startsWith("."))
        symlinkSync(join(root, "node_modules", name), join(modules, name));
    const names = Object.keys(published) as PackageName[];
    this.files = new Map(names.map((name) => [name, this.#install(name)]));
  }

  /** The folder of an installed package. */
  folder(name: PackageName): string {
    return join(this.path, "node_modules", name);
  }

  /** Runs a program of the packages in the folder; `stand-ins` hold programs that are found before all others. */
  run(
    program: "extproto" | "extproto-host",
    args: readonly string[],
    { standIns = [] }: { readonly standIns?: readonly string[] } = {},
  ): Printed {
    const owner = program === "extproto" ? "@extproto/conformance" : "@extproto/reference-host";
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [join(this.folder(owner), "bin", `${program}.mjs`), ...args],
      {
        cwd: this.path,
        env: {
          PATH: [...standIns, process.env.PATH ?? ""].join(delimiter),
          HOME: this.path,
          CI: "1",
          ...(process.env.TMPDIR === undefined ? {} : { TMPDIR: process.env.TMPDIR }),
        },
        encoding: "utf8",
      },
    );
    return { stdout, stderr, status };
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Packs it, unpacks it, and gives the paths of its files. */
  #install(name: PackageName): readonly string[] {
    const printed = execFileSync("npm", ["pack", "--json", "--pack-destination", this.path], {
      cwd: join(root, published[name]),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [packed] = JSON.parse(printed) as readonly [
      { readonly filename: string; readonly files: readonly { readonly path: string }[] },
    ];
    mkdirSync(this.folder(name), { recursive: true });
    const archive = join(this.path, packed.filename);
    execFileSync("tar", ["-xzf", archive, "-C", this.folder(name), "--strip-components=1"]);
    return packed.files.map(({ path }) => path);
  }
}
