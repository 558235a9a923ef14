/**
 * Where the toolchains of the user have their installations and caches. An extension may be started by one: `go run .`,
 * `npx`, `uv run`, `cargo run`. With the empty home of a run it would find nothing there, build or load everything
 * anew, and miss the deadline for its hello. What lies in these folders can be made again from what is public; what
 * could act in the user's name, such as tokens and settings, lies elsewhere, or the folder is kept back.
 */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

interface Toolchain {
  readonly variable: string;
  /** Its default, below the home, below the user's caches, or below the user's data. */
  readonly below?: "home" | "caches" | "data";
  readonly folder?: string;
  /** Files in it that hold the user's tokens. A folder with one of them is kept back. */
  readonly secrets?: readonly string[];
}

const toolchains: readonly Toolchain[] = [
  { variable: "GOPATH", below: "home", folder: "go" },
  { variable: "GOCACHE", below: "caches", folder: "go-build" },
  { variable: "GOMODCACHE" },
  { variable: "GOTOOLCHAIN" },
  { variable: "RUSTUP_HOME", below: "home", folder: ".rustup" },
  { variable: "RUSTUP_TOOLCHAIN" },
  { variable: "CARGO_HOME", below: "home", folder: ".cargo", secrets: ["credentials.toml", "credentials"] },
  { variable: "npm_config_cache", below: "home", folder: ".npm" },
  { variable: "COREPACK_HOME", below: "caches", folder: "node/corepack" },
  { variable: "PNPM_HOME", below: "data", folder: "pnpm" },
  { variable: "VOLTA_HOME", below: "home", folder: ".volta" },
  { variable: "BUN_INSTALL_CACHE_DIR", below: "home", folder: ".bun/install/cache" },
  { variable: "DENO_DIR", below: "caches", folder: "deno" },
  { variable: "UV_CACHE_DIR", below: "caches", folder: "uv" },
  { variable: "UV_PYTHON_INSTALL_DIR", below: "data", folder: "uv/python" },
  { variable: "PIP_CACHE_DIR", below: "caches", folder: "pip" },
  { variable: "PYENV_ROOT", below: "home", folder: ".pyenv" },
  { variable: "RBENV_ROOT", below: "home", folder: ".rbenv" },
  { variable: "GEM_HOME" },
  { variable: "GEM_PATH" },
  { variable: "ASDF_DATA_DIR", below: "home", folder: ".asdf" },
  { variable: "MISE_DATA_DIR", below: "data", folder: "mise" },
  { variable: "NUGET_PACKAGES", below: "home", folder: ".nuget/packages" },
];

/** Where to look. */
export interface Surroundings {
  /** The kit's own environment. */
  readonly outer: Readonly<Record<string, string | undefined>>;
  /** The user's real home. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** The variables that lead toolchains to what they have: those that are set, and those whose default is there. */
export function toolchainVariables({
  outer = process.env,
  home = homedir(),
  platform = process.platform,
}: Partial<Surroundings> = {}): Record<string, string> {
  const roots = { home: [home], caches: cachesOf(outer, home, platform), data: [dataOf(outer, home)] };
  // Python looks below the home for packages that were installed for the user; on a Mac, in a place for each version.
  const python: Toolchain = {
    variable: "PYTHONUSERBASE",
    ...(platform === "darwin" ? {} : { below: "home", folder: ".local" }),
  };
  const found: Record<string, string> = {};
  for (const { variable, below, folder, secrets = [] } of [...toolchains, python]) {
    const defaults = below === undefined || folder === undefined ? [] : roots[below];
    const place = outer[variable] ?? defaults.map((root) => join(root, folder ?? "")).find(existsSync);
    if (place === undefined || secrets.some((name) => existsSync(join(place, name)))) continue;
    found[variable] = place;
  }
  return found;
}

/** Some programs keep to the custom of the platform, some to that of Linux. */
function cachesOf(outer: Surroundings["outer"], home: string, platform: NodeJS.Platform): readonly string[] {
  const usual = outer.XDG_CACHE_HOME ?? join(home, ".cache");
  return platform === "darwin" ? [join(home, "Library", "Caches"), usual] : [usual];
}

function dataOf(outer: Surroundings["outer"], home: string): string {
  return outer.XDG_DATA_HOME ?? join(home, ".local", "share");
}
